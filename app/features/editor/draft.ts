import type { RenderTheme } from "../../../contract/rendering/render.ts";
import type { LeftoverValues } from "../../../shared/switching/leftover-values.ts";

/** What a person has typed into a template and how they want it to look. Without a title of its own it is named after its words. */
export type Draft = {
  data: Record<string, unknown>;
  theme: RenderTheme;
  title?: string;
  /** What the template has no place for, since the draft had another one. */
  kept?: LeftoverValues;
};

/** A field's place in the data, as pages name it: "items.0.price". */
export type FieldPath = string;

export type Timeline = {
  past: readonly Draft[];
  present: Draft;
  future: readonly Draft[];
  /** What the last step was about and when; further changes to the same thing soon after belong to the same step. */
  last?: { mark: string; at: number };
};

const PAUSE_MS = 1_000; // typing on in one field is one step until a person stops for this long
const MOST_STEPS = 200;

export function beginTimeline(present: Draft): Timeline {
  return { past: [], present, future: [] };
}

/** `mark` names what is being changed (a field's path, "theme.accent"); without one every change is a step of its own. */
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
