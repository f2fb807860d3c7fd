import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { SearchPalette } from "../features/search/index.ts";
import { SessionPrompts, useSession, watchIdentity } from "../features/session/index.ts";
import { onFirstToast } from "../lib/browser/toasts.ts";
import { lazyPart } from "../lib/pages/lazy-part.ts";
import { useBuildId } from "../lib/pages/page-data.ts";
import { PlainMessages } from "../ui/plain-messages.tsx";
import { Contained } from "./contained.tsx";
import { openDataAreas, retryStartup } from "./data-areas.ts";
import { NavigationGuard } from "./navigation-guard.tsx";
import { useOriginTrail } from "./origin.ts";
import { Prefetching } from "./prefetching.tsx";
import { Suggesting } from "./suggesting.tsx";

const toasts = lazyPart(() => import("../ui/toasts.tsx"));

/** On every page, also one that failed: search by key, messages, the notice of a new release. */
export function OnEveryPage() {
  const buildId = useBuildId();
  useOriginTrail();
  useEffect(() => announceReleases(buildId), [buildId]);
  return (
    <>
      <Contained>
        <NavigationGuard />
        <Prefetching />
      </Contained>
      <Contained>
        <SearchPalette />
      </Contained>
      <Contained>
        <Suggesting />
      </Contained>
      <Contained>
        <Messages />
      </Contained>
    </>
  );
}

/** Minutes pass before it looks for a release, so it isn't part of every page's scripts. */
function announceReleases(own: string | undefined): () => void {
  let isOver = false;
  let stop: (() => void) | undefined;
  import("./release.ts").then(
    ({ watchReleases }) => {
      if (!isOver) stop = watchReleases(own);
    },
    (error) => console.error("New releases can't be announced", error),
  );
  return () => {
    isOver = true;
    stop?.();
  };
}

/** Toasts are loaded with the first message; if that fails, messages are plain. */
function Messages() {
  const [isPlain, setIsPlain] = useState(false);
  const Toasts = toasts.use();
  const prepare = () => void toasts.load().then((isLoaded) => setIsPlain(!isLoaded));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the setter of a state never changes
  useEffect(() => onFirstToast(prepare), []);
  if (isPlain) return <PlainMessages onClosed={prepare} />;
  return Toasts ? <Toasts /> : null;
}

/** The colour bar at the top of the window. Its style waits 150 ms, so quick navigations never show it. */
export function ProgressBar() {
  const { state, location } = useNavigation();
  if (state === "idle") return null;
  return (
    <div key={location?.key} className="progress" role="progressbar" aria-label={t`Loading the page`}>
      <i />
    </div>
  );
}

/** On every page: checks the session, loads the person's data, and asks if browser and session disagree. */
export function SessionGate() {
  const session = useSession();
  const { key } = useLocation();
  const known = session.kind === "known" ? session.email : undefined;

  useEffect(watchIdentity, []);
  useEffect(() => (known ? openDataAreas(known) : undefined), [known]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a navigation
  useEffect(retryStartup, [key]);
  return <SessionPrompts />;
}
