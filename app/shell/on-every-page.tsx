import { lazy, Suspense, useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { SearchPalette } from "../features/search/index.ts";
import { SessionQuestions, useSession, watchIdentity } from "../features/session/index.ts";
import { whenFirstMessage } from "../lib/messages.ts";
import { useBuildId } from "../lib/page-data.ts";
import { useOriginTrail } from "./origin.ts";
import { setNavigationTarget, watchReleases } from "./release.ts";

const Toasts = lazy(() => import("../ui/toasts.tsx"));

/** On every page, also one that failed: search by key, messages, the notice of a new release. */
export function OnEveryPage() {
  const buildId = useBuildId();
  useNavigationTarget();
  useOriginTrail();
  useEffect(() => watchReleases(buildId), [buildId]);
  return (
    <>
      <SearchPalette />
      <LazyToasts />
    </>
  );
}

/** Tells the reload guard where one is going. */
function useNavigationTarget() {
  const { location } = useNavigation();
  const going = location && location.pathname + location.search;
  useEffect(() => setNavigationTarget(going), [going]);
}

/** Most visits see no message, so the part that shows them is loaded with the first. */
function LazyToasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => whenFirstMessage(() => setWanted(true)), []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  );
}

/** The colour bar at the top of the window. Its style waits 150 ms, so quick navigations never show it. */
export function ProgressBar() {
  const { state, location } = useNavigation();
  if (state === "idle") return null;
  return (
    <div key={location?.key} className="progress" role="progressbar" aria-label="Loading the page">
      <i />
    </div>
  );
}

/** On every page: finds out who is here, loads what is theirs, and asks where browser and session disagree. */
export function SessionGate() {
  const session = useSession();
  const known = session.kind === "known" ? session.email : undefined;

  useEffect(watchIdentity, []);
  useEffect(() => {
    if (!known) return;
    let leave: (() => void) | undefined;
    let left = false;
    import("./startup.ts").then(({ openAreas }) => {
      if (!left) leave = openAreas(known);
    });
    return () => {
      left = true;
      leave?.();
    };
  }, [known]);
  return <SessionQuestions />;
}
