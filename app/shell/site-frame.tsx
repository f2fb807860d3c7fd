import type { ReactNode } from "react";
import { Outlet, useLocation } from "react-router";
import { Footer } from "./footer.tsx";
import { SkipLink } from "./frame-parts.tsx";
import { LanguageOffer } from "./language-offer.tsx";
import { useFocusAfterNavigation, usePendingScreen } from "./navigation.ts";
import { SiteBar } from "./site-bar.tsx";
import { Skeleton } from "./skeleton.tsx";
import { TabBar } from "./tab-bar.tsx";

type Props = { searchable: boolean; variant?: "error"; children: ReactNode };

/** Bar, page, footer. */
export function SiteFrame({ searchable, variant, children }: Props) {
  const main = useFocusAfterNavigation();
  const pending = usePendingScreen();
  return (
    <>
      <SkipLink />
      <LanguageOffer />
      <SiteBar searchable={searchable} />
      <main id="main" ref={main} tabIndex={-1} className={variant && `${variant}-page`}>
        {pending ? <Skeleton screen={pending} /> : children}
      </main>
      {variant !== "error" && <Footer />}
      <TabBar />
    </>
  );
}

export default function DefaultLayout() {
  const { pathname } = useLocation();
  return (
    <SiteFrame searchable={pathname !== "/" && pathname !== "/templates"}>
      <Outlet />
    </SiteFrame>
  );
}
