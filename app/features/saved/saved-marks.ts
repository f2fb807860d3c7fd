import { useSyncExternalStore } from "react";

/**
 * Which sheets wear a filled heart. Small, because it is on every page; the data area that fills it is loaded
 * only for a person who is known.
 */
export type Mark = "empty" | "busy" | "saved";

let saved: ReadonlySet<string> = new Set();
let busy: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

export function setSaved(ids: ReadonlySet<string>): void {
  saved = ids;
  announce();
}

export function setBusy(id: string, isBusy: boolean): void {
  const next = new Set(busy);
  if (isBusy) next.add(id);
  else next.delete(id);
  busy = next;
  announce();
}

function markOf(id: string): Mark {
  return busy.has(id) ? "busy" : saved.has(id) ? "saved" : "empty";
}

export function isSaved(id: string): boolean {
  return saved.has(id);
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useMark(id: string): Mark {
  return useSyncExternalStore(
    watch,
    () => markOf(id),
    () => "empty",
  );
}
