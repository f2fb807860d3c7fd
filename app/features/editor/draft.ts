import type { RenderTheme } from "../../../contract/rendering/render.ts";
import type { LeftoverValues } from "../../../shared/switching/leftover-values.ts";

/** The values and design of a document in the editor. Without a title it is named after its values. */
export type Draft = {
  data: Record<string, unknown>;
  theme: RenderTheme;
  title?: string;
  /** Values of an earlier template for which this one has no field. */
  kept?: LeftoverValues;
};

/** A field's path in the data: "items.0.price". */
export type FieldPath = string;

export type Timeline = {
  past: readonly Draft[];
  present: Draft;
  future: readonly Draft[];
  /** Subject and time of the last step; further changes to the same subject soon after join it. */
  last?: { mark: string; at: number };
};

const PAUSE_MS = 1_000; // typing in one field is one step until a pause of this length
const MOST_STEPS = 200;

export function beginTimeline(present: Draft): Timeline {
  return { past: [], present, future: [] };
}

/** `mark` names the subject of a change (a field's path, "theme.accent"); without one every change is its own step. */
export function changeDraft(timeline: Timeline, present: Draft, now: number, mark?: string): Timeline {
  const { past, last } = timeline;
  const goesOn = mark !== undefined && last?.mark === mark && now - last.at < PAUSE_MS;
  return {
    past: goesOn ? past : [...past, timeline.present].slice(-MOST_STEPS),
    present,
    future: [],
    last: mark === undefined ? undefined : { mark, at: now },
  };
}

export function undoChange({ past, present, future }: Timeline): Timeline {
  const before = past.at(-1);
  if (!before) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redoChange({ past, present, future }: Timeline): Timeline {
  const [after, ...rest] = future;
  if (!after) return { past, present, future };
  return { past: [...past, present], present: after, future: rest };
}
