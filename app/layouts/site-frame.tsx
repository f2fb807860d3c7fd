import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import { usePalette, watchPaletteKeys } from "../data/palette-door.ts";
import { usePendingScreen } from "../data/pending-screen.ts";
import { useBuildId } from "../data/product-name.ts";
import { setNavigationTarget, watchReleases } from "../data/release.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { ToastDoor } from "../ui/toast-door.tsx";
import { Footer } from "./footer.tsx";
import { SiteBar } from "./site-bar.tsx";
import { ThumbBar } from "./thumb-bar.tsx";

const Palette = lazy(() => import("../catalogue/palette.tsx"));

type Props = { searchable: boolean; variant?: "error"; children: ReactNode };

/** Bar, page, footer; and what is there on every page: search by key, messages, the news of a release. */
export function SiteFrame({ searchable, variant, children }: Props) {
  const main = useFocusAfterNavigation();
  const palette = usePalette();
  const buildId = useBuildId();
  const pending = usePendingScreen();
  useNavigationTarget();
  useEffect(watchPaletteKeys, []);
  useEffect(() => watchReleases(buildId), [buildId]);
  return (
    <>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <SiteBar searchable={searchable} />
      <main id="main" ref={main} tabIndex={-1} className={variant && `${variant}-page`}>
        {pending ? <Skeleton screen={pending} /> : children}
      </main>
      {variant !== "error" && <Footer />}
      <ThumbBar />
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

/** A new page begins at its beginning for those who hear it or use the keyboard, too. */
function useFocusAfterNavigation() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    for (const open of document.querySelectorAll<HTMLElement>(":popover-open")) open.hidePopover();
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
