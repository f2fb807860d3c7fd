import { lazy, Suspense, useEffect } from "react";
import { useNavigation } from "react-router";
import { loadPalette, usePalette, watchPaletteKeys } from "../features/search/index.ts";
import { useBuildId } from "../lib/product-name.ts";
import { ToastDoor } from "../ui/toast-door.tsx";
import { setNavigationTarget, watchReleases } from "./release.ts";

const Palette = lazy(loadPalette);

/** What is there whatever the page: search by key, messages, the news of a release. */
export function OnEveryPage() {
  const palette = usePalette();
  const buildId = useBuildId();
  useNavigationTarget();
  useEffect(watchPaletteKeys, []);
  useEffect(() => watchReleases(buildId), [buildId]);
  return (
    <>
      {palette.isLoaded && (
        <Suspense fallback={null}>
          <Palette />
        </Suspense>
      )}
      <ToastDoor />
    </>
  );
}

/** Tells the reload guard where one is going. */
function useNavigationTarget() {
  const { location } = useNavigation();
  const going = location && location.pathname + location.search;
  useEffect(() => setNavigationTarget(going), [going]);
}
