import { useCallback, useState } from "react";
import { deviceStorage } from "../../../../lib/browser/local-storage.ts";
import { PANES, type PaneName } from "../panes-context.ts";

const KEY = "studio-panes";

/** The open panes, remembered on this device. At least one is always open. */
export function useOpenPanes(): {
  open: readonly PaneName[];
  show(pane: PaneName): void;
  close(pane: PaneName): void;
} {
  const [open, setOpen] = useState<readonly PaneName[]>(remembered);
  const keep = useCallback((change: (before: readonly PaneName[]) => readonly PaneName[]) => {
    setOpen((before) => {
      const next = change(before);
      deviceStorage.writeJson(KEY, next);
      return next;
    });
  }, []);
  const show = useCallback((pane: PaneName) => keep((before) => openPane(before, pane)), [keep]);
  const close = useCallback((pane: PaneName) => keep((before) => closePane(before, pane)), [keep]);
  return { open, show, close };
}

function remembered(): readonly PaneName[] {
  const kept = deviceStorage.readJson<unknown>(KEY);
  const known = PANES.filter((pane) => Array.isArray(kept) && kept.includes(pane));
  return known.length > 0 ? known : PANES;
}

/** In a fixed order, whichever was opened first. */
export function openPane(open: readonly PaneName[], pane: PaneName): readonly PaneName[] {
  return open.includes(pane) ? open : PANES.filter((each) => each === pane || open.includes(each));
}

export function closePane(open: readonly PaneName[], pane: PaneName): readonly PaneName[] {
  const left = open.filter((each) => each !== pane);
  return left.length > 0 ? left : open;
}

/** A tablet shows two columns: the one opened last, and the preview or the source next to it. */
export function twoColumns(open: readonly PaneName[], last: PaneName): readonly PaneName[] {
  const columns: readonly PaneName[] = open.filter((pane) => pane !== "samples");
  if (columns.length <= 2) return open;
  const wanted = columns.includes(last) ? last : (columns[0] ?? last);
  const beside = wanted === "sheet" ? "page" : "sheet";
  return open.filter((pane) => pane === "samples" || pane === wanted || pane === beside);
}
