import type { CatalogueTemplate } from "../../../contract/page-services.ts";

const RELATED = 6;

/** The same category first, then the same type, then whatever is best rated elsewhere. */
export function pickRelated(
  template: CatalogueTemplate,
  templates: readonly CatalogueTemplate[],
): CatalogueTemplate[] {
  const nearness = (other: CatalogueTemplate) =>
    other.type !== template.type ? 2 : other.category !== template.category ? 1 : 0;
  return templates
    .filter(({ id }) => id !== template.id)
    .toSorted((a, b) => nearness(a) - nearness(b))
    .slice(0, RELATED);
}
