import type { FigureTemplate } from "../../../../contract/site/figures.ts";

/** A part of the usage ruler. Positions are in percent. */
export type UsePart = {
  /** One template; the last part has all others. */
  templates: FigureTemplate[];
  used: number;
  from: number;
  width: number;
  /** Whether its share is larger than drawn; the ruler has a break there. */
  isBroken: boolean;
};

/** The widest part; beyond it the others would be too small. */
export const WIDEST = 40;
/** Narrower parts are merged with all others. */
const NARROWEST = 4;
const MAX_ALONE = 8;

/** Widths by share of all uses; a template far ahead is cut, and the others share the rest. */
export function usePartsOf(templates: readonly FigureTemplate[]): UsePart[] {
  const used = templates.filter((each) => each.used > 0);
  const total = sumOf(used);
  if (total === 0) return [];
  const share = (count: number) => (count / total) * 100;
  const alone = used.slice(0, MAX_ALONE).filter((each) => share(each.used) >= NARROWEST);
  const others = used.slice(alone.length);
  const groups = [...alone.map((each) => [each]), ...(others.length > 0 ? [others] : [])];
  const first = sumOf(groups[0] ?? []);
  const isBroken = groups.length > 1 && alone.length > 0 && share(first) > WIDEST;
  const scale = isBroken ? (100 - WIDEST) / (100 - share(first)) : 1;
  let from = 0;
  return groups.map((group, place) => {
    const count = sumOf(group);
    const broken = isBroken && place === 0;
    const width = broken ? WIDEST : share(count) * scale;
    const part = { templates: group, used: count, from, width, isBroken: broken };
    from += width;
    return part;
  });
}

/** Marks of the ruler: a number of uses and its position. A broken part has marks only at its ends. */
export function rulerMarks(parts: readonly UsePart[], step: number): { value: number; at: number }[] {
  const marks: { value: number; at: number }[] = [];
  let before = 0;
  for (const { used, from, width, isBroken } of parts) {
    const first = Math.ceil(before / step) * step;
    for (let value = first; value < before + used; value += step)
      if (!isBroken || value === before) marks.push({ value, at: from + ((value - before) / used) * width });
    before += used;
  }
  return marks;
}

function sumOf(templates: readonly FigureTemplate[]): number {
  return templates.reduce((sum, { used }) => sum + used, 0);
}
