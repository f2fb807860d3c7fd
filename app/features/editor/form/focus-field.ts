import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { FieldPath } from "../draft.ts";
import { idOf, pathInside } from "./field-path.ts";

/** Focuses a field from elsewhere: from the page or from a list of problems. */

type OpenableList = { count: number; open(index: number): void };

/** Mounted lists by path. */
const lists = new Map<FieldPath, OpenableList>();

const TYPABLE = "input:not([type=file]):not(:disabled), textarea, select, button:not(:disabled, .row-handle)";

/** Allows the rows of a list to be opened from outside. */
export function useOpenableList(path: FieldPath, count: number, open: (index: number) => void): void {
  const latest = useRef({ count, open });
  latest.current = { count, open };
  useEffect(() => {
    const list: OpenableList = {
      get count() {
        return latest.current.count;
      },
      open: (index) => latest.current.open(index),
    };
    lists.set(path, list);
    return () => {
      if (lists.get(path) === list) lists.delete(path);
    };
  }, [path]);
}

/** Scrolls to a field and focuses it, opening the rows around it. A row that only the sample has leads to the last row. */
export function focusField(path: FieldPath): boolean {
  const steps = path.split(".");
  let reached = "";
  for (const step of steps) {
    const list = lists.get(reached);
    const index = list ? Math.min(Number(step), list.count - 1) : undefined;
    if (list && index !== undefined) {
      if (index < 0) break;
      flushSync(() => list.open(index));
    }
    reached = pathInside(reached, index ?? step);
  }
  const field = document.getElementById(idOf(reached)) ?? findBox(reached);
  if (!field) return false;
  const target = field.matches(TYPABLE) ? field : field.querySelector<HTMLElement>(TYPABLE);
  if (!target) return false;
  target.focus({ preventScroll: true });
  (target.closest(".field") ?? target).scrollIntoView({ block: "center", behavior: "auto" });
  return true;
}

function findBox(path: FieldPath): HTMLElement | null {
  const quoted = CSS.escape(path);
  return document.querySelector(`.fields-form [data-path="${quoted}"], .fields-form [data-row="${quoted}"]`);
}

/** Focuses the first control inside a part of `box`. */
export function focusFirst(box: HTMLElement | null | undefined, part: string): void {
  const place = box?.querySelector<HTMLElement>(part);
  const target = place?.matches(TYPABLE) ? place : place?.querySelector<HTMLElement>(TYPABLE);
  target?.focus();
}
