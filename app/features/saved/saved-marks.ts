import { createStore, useStore } from "../../lib/browser/store.ts";

/**
 * Which templates have a filled heart. Small, because it is on every page; the rest is loaded only for signed-
 * in people.
 */
type Mark = "empty" | "busy" | "saved";

const marks = createStore<{ saved: ReadonlySet<string>; busy: ReadonlySet<string> }>({
  saved: new Set(),
  busy: new Set(),
});

export function setSaved(saved: ReadonlySet<string>): void {
  marks.set({ ...marks.get(), saved });
}

export function setBusy(id: string, isBusy: boolean): void {
  const { saved, busy } = marks.get();
  const next = new Set(busy);
  if (isBusy) next.add(id);
  else next.delete(id);
  marks.set({ saved, busy: next });
}

export function isSaved(id: string): boolean {
  return marks.get().saved.has(id);
}

export function useMark(id: string): Mark {
  return useStore(marks, ({ saved, busy }) => (busy.has(id) ? "busy" : saved.has(id) ? "saved" : "empty"));
}
