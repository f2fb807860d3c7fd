import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { knownTypes } from "../lib/pages/page-data.ts";

/** Moves the focus to the page after a navigation, so that screen readers and keyboards begin at its top. */
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

export type Screen = "listing" | "type" | "detail";
const SKELETON_DELAY_MS = 400; // until then the current page is more useful than a skeleton

function screenAt(path: string): Screen | undefined {
  const parts = path.split("/").filter(Boolean);
  const isListed = parts[0] === "templates" || knownTypes().some(({ slug }) => slug === parts[0]);
  if (!isListed) return undefined;
  if (parts.length === 1) return parts[0] === "templates" ? "listing" : "type";
  return parts.length === 2 ? "detail" : undefined;
}

/** The kind of screen that a navigation leads to, once it takes long enough to show a skeleton of it. */
export function usePendingScreen(): Screen | undefined {
  const { location } = useNavigation();
  const { pathname } = useLocation();
  const coming = location && location.pathname !== pathname ? location.pathname : undefined;
  const [late, setLate] = useState<string>();
  useEffect(() => {
    if (!coming) return setLate(undefined);
    const timer = setTimeout(() => setLate(coming), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, [coming]);
  return coming && late === coming ? screenAt(coming) : undefined;
}
