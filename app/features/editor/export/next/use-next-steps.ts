import { useCallback, useEffect, useState } from "react";
import { tabStorage } from "../../../../lib/browser/local-storage.ts";

/** A downloaded file, and the other formats it can be exported to. */
export type Download = { name: string; others: readonly { label: string; run(): void }[] };

const KEY = "offered-next-steps";
const MAX = 100; // documents of one visit

/** Whether next steps are shown: once per document and visit. */
export function isFirstOffer(document: string): boolean {
  const offered = tabStorage.readJson<string[]>(KEY) ?? [];
  if (offered.includes(document)) return false;
  tabStorage.writeJson(KEY, [document, ...offered].slice(0, MAX));
  return true;
}

type NextStepsState = {
  download: Download | undefined;
  /** Shows the strip for the first download; while it is open, it follows the newest file. */
  offer(download: Download): void;
  close(): void;
};

export function useNextSteps(document: string): NextStepsState {
  const [download, setDownload] = useState<Download>();
  const close = useCallback(() => setDownload(undefined), []);
  const offer = useCallback(
    (made: Download) => {
      const isFirst = isFirstOffer(document);
      setDownload((shown) => (shown || isFirst ? made : undefined));
    },
    [document],
  );
  const isOpen = download !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // Dialogs and menus close first.
      const isOver = globalThis.document.querySelector("[role=dialog], [role=menu]") !== null;
      if (event.key === "Escape" && !event.defaultPrevented && !isOver) close();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [isOpen, close]);
  return { download, offer, close };
}
