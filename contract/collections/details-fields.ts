import { MAX_DETAILS_LABEL } from "../limits.ts";
import { created, type Fields, id, owner, updated } from "./field.ts";

/** Values a person enters once and new documents start with: one row per sender. */
export const detailsFields = {
  id,
  user_id: owner,
  label: {
    type: "string",
    description: "What the sender is called: Me, The studio",
    required: true,
    maxLength: MAX_DETAILS_LABEL,
  },
  is_default: {
    type: "integer",
    description:
      "1: new documents start with this one. Exactly one is; making it another takes it from the one before",
    minimum: 0,
    maximum: 1,
  },
  words: {
    type: "json",
    description:
      'What was typed, by meaning: { "texts": { "sender.name": "Ada" }, "lists": { "work": [{ "position": "Engineer" }] } }. Pictures are data URLs',
  },
  rev: { type: "integer", description: "Revision; a PATCH that names an older one is refused" },
  date_created: created,
  date_updated: updated,
} as const satisfies Fields;
