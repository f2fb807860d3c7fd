import { useEffect, useState } from "react";

const KEYBOARD_SHARE = 0.75; // a keyboard takes more than a quarter of the height; a browser's bars take less

/**
 * Whether a phone's keyboard is open, and the height that is left. Some browsers shrink the page, others
 * only the visual viewport, so the visible height is compared with the largest one at this width.
 */
export function useKeyboard(isPhone: boolean): { isOpen: boolean; height: number | undefined } {
  const [state, setState] = useState<{ isOpen: boolean; height: number | undefined }>({
    isOpen: false,
    height: undefined,
  });
  useEffect(() => {
    const seen = window.visualViewport;
    if (!isPhone || !seen) return setState({ isOpen: false, height: undefined });
    let tallest = { width: 0, height: 0 };
    const look = () => {
      if (seen.scale > 1.01) return; // pinch zoom
      if (tallest.width !== innerWidth) tallest = { width: innerWidth, height: 0 };
      tallest.height = Math.max(tallest.height, seen.height);
      const isOpen = isTyping() && seen.height < tallest.height * KEYBOARD_SHARE;
      setState({ isOpen, height: isOpen ? Math.round(seen.height) : undefined });
      if (isOpen) scrollTo(0, 0);
    };
    look();
    seen.addEventListener("resize", look);
    document.addEventListener("focusin", look);
    return () => {
      seen.removeEventListener("resize", look);
      document.removeEventListener("focusin", look);
    };
  }, [isPhone]);
  return state;
}

function isTyping(): boolean {
  return document.activeElement?.matches("input, textarea, select") ?? false;
}
