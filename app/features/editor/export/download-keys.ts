import { useEffect, useRef } from "react";

/** In the syntax of `aria-keyshortcuts`. */
export const DOWNLOAD_KEYS = "Control+S Meta+S Control+Enter Meta+Enter";

/** Ctrl+S and Ctrl+Enter download, with Cmd on a Mac. Drafts save themselves, so Ctrl+S is free. */
export function useDownloadKeys(download: () => void): void {
  const latest = useRef(download);
  latest.current = download;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const isWanted = (ctrlKey || metaKey) && !altKey && !shiftKey && /^(?:s|enter)$/i.test(key);
      if (!isWanted || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      // An open dialog has precedence.
      const isDialogOpen = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
      if (!event.repeat && !isDialogOpen) latest.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
