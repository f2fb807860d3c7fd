import type { PageFile } from "../templates/template-file.ts";

/** Of every answer behind such a link: nobody keeps it, nobody finds it, and no page that is gone on to learns the address. */
export const SHARED_HEADERS = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
};

/** A link with which anybody reads one document. */
export type Share = {
  /** The path that the link leads to; null when the site's key has changed since, so that only a new link can be shown. */
  path: string | null;
  /** The last day on which it works, as 2026-11-30; null: until it is switched off. */
  ends: string | null;
  /** How often the page was opened by somebody else. */
  opened: number;
  date_created: string;
};

/** One of a person's own in the list of all. */
export type OwnShare = Omit<Share, "path"> & { documents_id: string };

/** What the page of a shared document says about it. */
export type SharedDocument = {
  title: string;
  /** Name of who shares it. */
  by: string;
  /** Of the template's type: "Proposal". */
  singular: string;
  template: { name: string; url: string; page: PageFile; isPublished: boolean };
  date_updated: string;
  ends: string | null;
};

/** What a copy is made of. */
export type SharedContent = {
  title: string;
  templateId: string;
  /** Path of the template's page. */
  url: string;
  data: Record<string, unknown>;
  theme: Record<string, unknown>;
};

/** The last day that is over nowhere: a link works until the end of its day wherever somebody is, and days end last in the west. */
export function firstWorkingDay(now: Date): string {
  return new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);
}

/** Whether its last day is over. */
export function hasEnded({ ends }: Pick<Share, "ends">, now: Date): boolean {
  return ends !== null && ends < firstWorkingDay(now);
}
