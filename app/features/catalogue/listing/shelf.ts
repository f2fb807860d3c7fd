import type { Catalogue, TemplateChoice } from "../../../../contract/page-services.ts";
import { PAPER_KINDS, paperKinds } from "../../../../contract/templates/paper-kinds.ts";
import {
  compareTemplates,
  DEFAULT_ORDER,
  type TemplateOrder,
} from "../../../../contract/templates/template-order.ts";
import type { ListedTemplate } from "../card.ts";

/** Where a listing takes its templates from: the server asks its database, the browser has a list. */
export type Shelf = Pick<Catalogue, "countTemplates" | "listTemplates" | "listPapers">;

/**
 * A list of templates as a shelf. "as given" uses the list's own order, such as search rank, as the default
 * order.
 */
export function shelfOf(
  templates: readonly ListedTemplate[],
  arranged: "by order" | "as given" = "by order",
): Shelf {
  const choose = ({ type, category, outside = [], papers = [] }: TemplateChoice) =>
    templates.filter(
      (template) =>
        (type === undefined || template.type === type) &&
        (category === undefined || template.category === category) &&
        !outside.includes(template.category) &&
        (papers.length === 0 || paperKinds(template.page).some((kind) => papers.includes(kind))),
    );
  const sort = (chosen: readonly ListedTemplate[], order: TemplateOrder) =>
    order === DEFAULT_ORDER && arranged === "as given" ? chosen : chosen.toSorted(compareTemplates(order));
  return {
    countTemplates: async (choice) => choose(choice).length,
    listTemplates: async (choice, { order, from, max }) =>
      sort(choose(choice), order).slice(from, from + max),
    listPapers: async (type) => {
      const found = new Set(choose({ type }).flatMap(({ page }) => paperKinds(page)));
      return PAPER_KINDS.filter((kind) => found.has(kind));
    },
  };
}
