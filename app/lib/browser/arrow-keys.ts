import type { KeyboardEvent } from "react";

/** Arrow keys, Home and End within a group that is one Tab stop. The list sets `tabIndex` itself. */
export function followArrows(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
  const next = nextStop(
    event.key,
    stops.findIndex((stop) => stop.matches(":focus")),
    stops.length,
  );
  if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  stops[next]?.focus();
}

function nextStop(key: string, place: number, count: number): number | undefined {
  if (key === "ArrowRight" || key === "ArrowDown") return Math.min(place + 1, count - 1);
  if (key === "ArrowLeft" || key === "ArrowUp") return Math.max(place - 1, 0);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}
