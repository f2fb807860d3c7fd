import { useEffect, useRef } from "react";

/** As `aria-keyshortcuts` writes them. */
export const DOWNLOAD_KEYS = "Control+S Meta+S Control+Enter Meta+Enter";

/** Ctrl+S and Ctrl+Enter download, with Cmd on a Mac. There is nothing to save, and nobody wants the page as HTML. */
export function useDownloadKeys(download: () => void): void {
  const latest = useRef(download);
  latest.current = download;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const isWanted = (ctrlKey || metaKey) && !altKey && !shiftKey && /^(?:s|enter)$/i.test(key);
      if (!isWanted || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      // What is open asks something else first.
      const isAsked = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
      if (!event.repeat && !isAsked) latest.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
