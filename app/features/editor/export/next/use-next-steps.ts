import { useCallback, useEffect, useState } from "react";
import { tabStorage } from "../../../../lib/browser/local-storage.ts";

/** A file that was downloaded, and what else can be made of the same words. */
export type Download = { name: string; others: readonly { label: string; run(): void }[] };

const KEY = "offered-next-steps";
const MOST = 100; // documents of one visit

/** Whether what comes next is said: once for a document in a visit. */
export function isFirstOffer(document: string): boolean {
  const offered = tabStorage.readJson<string[]>(KEY) ?? [];
  if (offered.includes(document)) return false;
  tabStorage.writeJson(KEY, [document, ...offered].slice(0, MOST));
  return true;
}

type NextStepsState = {
  download: Download | undefined;
  /** A file was downloaded: said the first time; while it is still said, of the newest file. */
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
      // What lies over the page is closed first.
      const isOver = globalThis.document.querySelector("[role=dialog], [role=menu]") !== null;
      if (event.key === "Escape" && !event.defaultPrevented && !isOver) close();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [isOpen, close]);
  return { download, offer, close };
}
