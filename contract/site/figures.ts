import type { PageFile } from "../templates/template-file.ts";

/** What is counted by day. `missed` are searches that found nothing, which are counted as `searched` too. */
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

/** Words that found nothing when somebody looked for them, and where they lead today. */
export type MissedWords = {
  words: string;
  times: number;
  /** How many templates they find now. */
  finds: number;
  /** The type that comes nearest to them. */
  near: { id: string; plural: string } | null;
};

/** What `GET /site/figures` answers: the days from the first to the last, both included. */
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
  missed: MissedWords[];
  /** On which of these days templates came: how many, and what one of them is called. */
  added: { day: string; count: number; name: string }[];
};

/** The longest stretch of days that is shown at once. */
export const FIGURE_DAYS_MOST = 366;
