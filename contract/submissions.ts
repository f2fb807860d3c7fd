import { z } from "zod";
import type { CardTemplate } from "./records.ts";

/** Drafts that people hand in, what is said about them, and whose name a published one has. */

/** POST /drafts/:id/hand-in: consent to the licence that GET /drafts/handing-in shows, which is kept with the draft. */
export const handInRequest = z.object({ consent: z.literal(true) });
/** POST /drafts/:id/refuse, for operators; the person reads the reason. */
export const refuseRequest = z.object({
  rev: z.number().int().min(1),
  reason: z.string().trim().min(1).max(2_000),
});
/** POST /drafts/:id/comments, for operators and for whose it is. */
export const commentRequest = z.object({ words: z.string().trim().min(1).max(2_000) });

export const COMMENT_KINDS = ["comment", "handed_in", "refused"] as const;
/** GET /drafts/:id/comments, the oldest first. */
export type DraftComment = {
  id: string;
  kind: (typeof COMMENT_KINDS)[number];
  words: string;
  by: "author" | "operator";
  date_created: string;
};

/** What becomes of a person's published templates when they leave: under "a former member", or hidden. GET and PUT /drafts/leaving. */
export const leaving = z.object({ templates: z.enum(["stay", "go"]) });
export type Leaving = z.infer<typeof leaving>;

export const FORMER_MEMBER = "A former member";

/** Whose a template is; handle null: their account is gone. */
export type TemplateAuthor = { name: string; handle: string | null };
/** The page of somebody who has made templates: /authors/{handle}. */
export type AuthorPage = { name: string; handle: string; bio: string | null; templates: CardTemplate[] };
