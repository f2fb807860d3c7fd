import type { PageFile } from "../templates/template-file.ts";

/** Counts per day. `missed` are searches without results; they are counted as `searched` too. */
const DAY_COUNT_KINDS = ["used", "exported", "searched", "missed"] as const;
export type DayCountKind = (typeof DAY_COUNT_KINDS)[number];

export type FigureDay = { day: string } & Record<DayCountKind, number>;

export type FigureTemplate = {
  id: string;
  /** Null: the template is gone. */
  name: string | null;
  type: string | null;
  /** The path of its page; null where it has none. */
  url: string | null;
  image: string | null;
  page: PageFile | null;
  used: number;
  exported: number;
};

/** A search without results, and what it finds today. */
export type MissedSearch = {
  words: string;
  times: number;
  /** How many templates they find now. */
  finds: number;
  /** The nearest type. */
  near: { id: string; plural: string } | null;
};

/** Answer of `GET /site/figures`: the days from the first to the last, both included. */
export type Figures = {
  from: string;
  to: string;
  /** Uses and exports are those of templates of this type; null: of all. */
  type: string | null;
  days: FigureDay[];
  /** The most used first. */
  templates: FigureTemplate[];
  types: { id: string; plural: string; used: number; exported: number }[];
  /** The most frequent first. */
  missed: MissedSearch[];
  /** Days on which templates were added: how many, and the name of one of them. */
  added: { day: string; count: number; name: string }[];
};

/** The longest stretch of days that is shown at once. */
export const MAX_FIGURE_DAYS = 366;
