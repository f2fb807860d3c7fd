import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** A new page begins at its beginning for those who hear it or use the keyboard, too. */
export function useFocusAfterNavigation() {
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
