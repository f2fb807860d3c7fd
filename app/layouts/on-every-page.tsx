import { lazy, Suspense, useEffect } from "react";
import { useNavigation } from "react-router";
import { usePalette, watchPaletteKeys } from "../data/catalogue/palette-door.ts";
import { useBuildId } from "../data/site/product-name.ts";
import { setNavigationTarget, watchReleases } from "../data/site/release.ts";
import { ToastDoor } from "../ui/toast-door.tsx";

const Palette = lazy(() => import("../catalogue/palette.tsx"));

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
