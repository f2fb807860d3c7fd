import { z } from "zod";
import { MAX_BATCH_ITEMS } from "../limits.ts";
import { OTHER_CATEGORY_SLUG } from "../page-services.ts";
import { slug } from "./template-file.ts";

/**
 * Where the templates of a deleted type or category go. It is part of the same request, so that all of it happens or nothing.
 * Named templates go first, then the rest of a category.
 */

/** A category of the same type unless a type is named; `_other` is none of them, shown last until they are sorted. */
const place = z.strictObject({
  type: slug.optional(),
  category: z.union([slug, z.literal(OTHER_CATEGORY_SLUG)]),
});

const templateMove = z.union([
  z.strictObject({ template: z.string().max(60), to: place }),
  z.strictObject({ category: z.union([slug, z.literal(OTHER_CATEGORY_SLUG)]), to: place }),
]);
export const templateMoves = z.array(templateMove).max(MAX_BATCH_ITEMS);

export type TemplateMove = z.infer<typeof templateMove>;

/** Parameters of a change of a type in addition to its fields, as JSON Schema; a deletion may have `moves`. */
export const TYPE_CHANGE_EXTRAS = {
  moves: {
    type: "array",
    description:
      "Where the templates go of what is dropped: { template, to } for one of them, { category, to } for all that are left in a category",
    items: { type: "object" },
    maxItems: MAX_BATCH_ITEMS,
  },
  was: {
    type: "object",
    description: "Fields as the sender knew them; refused with 412 when someone else has changed one since",
  },
};
