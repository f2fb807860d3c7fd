import { z } from "zod";
import type { CardTemplate } from "../collections/records.ts";
import type { DraftState } from "./drafts.ts";
import type { PageFile } from "./template-file.ts";

/** Drafts that people hand in, what is said about them, and whose name a published one has. */

/** POST /drafts/:id/hand-in: consent to the licence that GET /drafts/handing-in shows, which is kept with the draft. */
export const handInRequest = z.object({ consent: z.literal(true) });
/** POST /drafts/:id/refuse, for operators; the person reads the reason. "asked" asks for a change: it is wanted, but not as it is. */
export const refuseRequest = z.object({
  rev: z.number().int().min(1),
  kind: z.enum(["asked", "refused"]).default("refused"),
  reason: z.string().trim().min(1).max(2_000),
});
/** POST /drafts/:id/comments, for operators and for whose it is. */
export const commentRequest = z.object({
  words: z.string().trim().min(1).max(2_000),
  /** Path of the field that it is about: `items.price`. */
  field: z.string().max(200).nullable().default(null),
});

export const COMMENT_KINDS = ["comment", "handed_in", "asked", "refused"] as const;
/** GET /drafts/:id/comments, the oldest first. */
export type DraftComment = {
  id: string;
  kind: (typeof COMMENT_KINDS)[number];
  words: string;
  field: string | null;
  by: "author" | "operator";
  date_created: string;
};

/** What becomes of a person's published templates when they leave: under "a former member", or hidden. GET and PUT /drafts/leaving. */
export const leaving = z.object({ templates: z.enum(["stay", "go"]) });
export type Leaving = z.infer<typeof leaving>;

/** A draft that was handed in, as operators see it among the others. GET /drafts/handed-in, who waits longest first. */
export type Submission = {
  id: string;
  rev: number;
  state: DraftState;
  template_name: string;
  /** The version it would become; null: a new template. */
  number: number | null;
  author: SubmissionAuthor;
  /** When it was handed in last, and when something was answered last. */
  handed_in: string;
  answered: string | null;
};
/** `handle`: null until something of theirs is published. */
type SubmissionAuthor = {
  name: string;
  handle: string | null;
  photo: string | null;
  avatar: string;
  /** How many of their templates are published. */
  published: number;
};
/** One that was accepted. */
export type AcceptedTemplate = {
  id: string;
  template_name: string;
  url: string;
  image: string | null;
  page: PageFile;
  version_number: number;
  date_updated: string;
};
export type HandedIn = { submissions: Submission[]; accepted: (AcceptedTemplate & { author: string })[] };
/** What of a person's is published, and where all of it stands. GET /drafts/published. */
export type OwnPublished = { handle: string | null; templates: AcceptedTemplate[] };

export const FORMER_MEMBER = "A former member";

/** Whose a template is; handle null: their account is gone. */
export type TemplateAuthor = { name: string; handle: string | null };
/** The page of somebody who has made templates: /authors/{handle}. */
export type AuthorPage = {
  name: string;
  handle: string;
  bio: string | null;
  photo: string | null;
  avatar: string;
  templates: CardTemplate[];
};
