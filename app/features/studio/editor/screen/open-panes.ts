import { useCallback, useState } from "react";
import { deviceStorage } from "../../../../lib/browser/local-storage.ts";
import { PANES, type PaneName } from "../editor-context.ts";

const KEY = "studio-panes";

/** The open panes, remembered on this device. At least one is always open. */
export function useOpenPanes(): {
  open: readonly PaneName[];
  show(pane: PaneName): void;
  close(pane: PaneName): void;
} {
  const [open, setOpen] = useState<readonly PaneName[]>(remembered);
  const update = useCallback((change: (before: readonly PaneName[]) => readonly PaneName[]) => {
    setOpen((before) => {
      const next = change(before);
      deviceStorage.writeJson(KEY, next);
      return next;
    });
  }, []);
  const show = useCallback((pane: PaneName) => update((before) => openPane(before, pane)), [update]);
  const close = useCallback((pane: PaneName) => update((before) => closePane(before, pane)), [update]);
  return { open, show, close };
}

function remembered(): readonly PaneName[] {
  const stored = deviceStorage.readJson<unknown>(KEY);
  // Devices may have stored the source pane by its former name.
  const names = Array.isArray(stored) ? stored.map((name) => (name === "page" ? "source" : name)) : [];
  const known = PANES.filter((pane) => names.includes(pane));
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
  const other = wanted === "sheet" ? "source" : "sheet";
  return open.filter((pane) => pane === "samples" || pane === wanted || pane === other);
}
