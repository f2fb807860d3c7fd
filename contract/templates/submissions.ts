import { z } from "zod";
import type { CardTemplate } from "../collections/records.ts";
import type { TemplateDraftState } from "./drafts.ts";
import type { PageFile } from "./template-file.ts";

/** Submissions: template drafts that people submit, comments on them, and the author of a published template. */

/** POST /drafts/:id/hand-in: consent to the licence of GET /drafts/handing-in, which is stored with the draft. */
export const submitRequest = z.object({ consent: z.literal(true) });
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

/**
 * What happens to a person's published templates when their account is deleted: shown as "A former member", or hidden. GET and
 * PUT /drafts/leaving.
 */
export const leavingChoice = z.object({ templates: z.enum(["stay", "go"]) });
export type LeavingChoice = z.infer<typeof leavingChoice>;

/** A submitted draft in the operators' list. GET /drafts/handed-in, the longest waiting first. */
export type Submission = {
  id: string;
  rev: number;
  state: TemplateDraftState;
  template_name: string;
  /** The version it would become; null: a new template. */
  number: number | null;
  author: SubmissionAuthor;
  /** When it was last submitted, and when it was last answered. */
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
/** An accepted template. */
export type AcceptedTemplate = {
  id: string;
  template_name: string;
  url: string;
  image: string | null;
  page: PageFile;
  version_number: number;
  date_updated: string;
};
export type SubmissionList = {
  submissions: Submission[];
  accepted: (AcceptedTemplate & { author: string })[];
};
/** A person's published templates. GET /drafts/published. */
export type OwnPublished = { handle: string | null; templates: AcceptedTemplate[] };

export const FORMER_MEMBER = "A former member";

/** Whose a template is; handle null: their account is gone. */
export type TemplateAuthor = { name: string; handle: string | null };
/** The page of an author: /authors/{handle}. */
export type AuthorPage = {
  name: string;
  handle: string;
  bio: string | null;
  photo: string | null;
  avatar: string;
  templates: CardTemplate[];
};
