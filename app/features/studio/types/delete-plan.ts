import { OTHER_CATEGORY_SLUG } from "../../../../contract/page-services.ts";
import type { TemplateMove } from "../../../../contract/templates/template-moves.ts";
import { slugify } from "../../../../shared/text/slugify.ts";

/** Where the templates of a deleted category go. */
export type DeletePlan =
  | { kind: "one"; to: string }
  /** By template id; `otherwise` for all others. */
  | { kind: "each"; to: Readonly<Record<string, string>>; otherwise: string }
  | { kind: "unsorted" };

type Sorted = { id: string; category: string };

export function targetOf(plan: DeletePlan, id: string): string {
  if (plan.kind === "one") return plan.to;
  return plan.kind === "each" ? (plan.to[id] ?? plan.otherwise) : OTHER_CATEGORY_SLUG;
}

/** The moves for the server. The last one covers templates added to the category in the meantime. */
export function movesOf(plan: DeletePlan, category: string, templates: readonly Sorted[]): TemplateMove[] {
  const rest = plan.kind === "each" ? plan.otherwise : targetOf(plan, "");
  return [
    ...(plan.kind === "each"
      ? templates
          .filter((template) => template.category === category)
          .map(({ id }) => ({ template: id, to: { category: targetOf(plan, id) } }))
      : []),
    { category, to: { category: rest } },
  ];
}

export type ListedTemplate<Template> = { template: Template; isComing: boolean };

/** The templates of a category after the deletion: its own, and those that would move in. */
export function templatesIn<Template extends Sorted>(
  category: string,
  templates: readonly Template[],
  dropping: { category: string; plan: DeletePlan } | undefined,
): ListedTemplate<Template>[] {
  const own = templates.filter((template) => template.category === category);
  const coming = dropping
    ? templates.filter(
        (template) =>
          template.category === dropping.category && targetOf(dropping.plan, template.id) === category,
      )
    : [];
  return [
    ...own.map((template) => ({ template, isComing: false })),
    ...coming.map((template) => ({ template, isComing: true })),
  ];
}

/** An unused slug: "shops-and-food", "shops-and-food-2". */
export function freeSlug(label: string, taken: readonly string[]): string {
  const base = slugify(label, 50) || "group";
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(slug)) return slug;
  }
}
