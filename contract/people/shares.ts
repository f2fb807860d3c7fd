import type { PageFile } from "../templates/template-file.ts";

/** Headers of every answer behind such a link: not cached, not indexed, and no referrer that reveals the address. */
export const SHARED_HEADERS = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
};

/** A link with which anyone can read one document. */
export type Share = {
  /** The path that the link leads to; null when the site's key has changed since, so that only a new link can be shown. */
  path: string | null;
  /** The last day on which it works, as 2026-11-30; null: until it is switched off. */
  ends: string | null;
  /** How often the page was opened by other people. */
  opened: number;
  date_created: string;
};

/** A share in the person's list of all their shares. */
export type OwnShare = Omit<Share, "path"> & { documents_id: string };

/** What the page of a shared document shows. */
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

/** The content of a copy. */
export type SharedContent = {
  title: string;
  templateId: string;
  /** Path of the template's page. */
  url: string;
  data: Record<string, unknown>;
  theme: Record<string, unknown>;
};

/** The earliest date that is still today somewhere: a link works until the end of its day in every time zone. */
export function firstWorkingDay(now: Date): string {
  return new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);
}

/** Whether its last day is over. */
export function hasEnded({ ends }: Pick<Share, "ends">, now: Date): boolean {
  return ends !== null && ends < firstWorkingDay(now);
}
