import { MAX_DRAFT_JSON, MAX_DRAFT_SOURCE } from "../limits.ts";
import { created, type Field, type Fields, id, updated } from "./field.ts";
import { templateFields } from "./template-fields.ts";

/** The state of a draft; a published draft is deleted. */
const DRAFT_STATES = ["draft", "handed_in", "asked", "refused"] as const;

const line = (description: string, maxLength: number) =>
  ({ type: "string", description, maxLength }) as const satisfies Field;
/** Stored as typed, so it may be invalid. */
const typed = (description: string, maxLength: number) =>
  ({ type: "text", description, maxLength, multiline: true, source: true }) as const satisfies Field;

/** The collection template_drafts: templates in progress, visible only to people who may have drafts. */
export const draftFields = {
  id,
  user_id: {
    type: "uuid",
    description: "Who created it; null: a program or a deleted account",
    nullable: true,
  },
  templates_id: {
    type: "uuid",
    description: "The template that it is to be a new version of; null: a new template",
    nullable: true,
    to: "templates",
  },
  base_number: {
    type: "integer",
    description: "The version that it started from; a later one when what changed since was looked at",
    minimum: 1,
    maximum: 1_000_000_000,
    nullable: true,
  },
  rev: { type: "integer", description: "Revision; a PATCH that names an older one is refused" },
  state: { type: "string", description: "Whether it was submitted", oneOf: DRAFT_STATES },
  template_name: line("Name", 120),
  type: line("Slug of its type, once it is chosen", 60),
  category: line("Slug of its category within the type, once it is chosen", 60),
  slug: line("Last part of its address: meridian", 60),
  description: templateFields.description,
  words: templateFields.words,
  title: templateFields.title,
  content: typed("Typst source", MAX_DRAFT_SOURCE),
  fields: typed("JSON Schema of the data it takes, as text", MAX_DRAFT_JSON),
  sample: typed("Sample data, as JSON text", MAX_DRAFT_JSON),
  page: templateFields.page,
  theme: templateFields.theme,
  date_created: created,
  date_updated: updated,
} as const satisfies Fields;
