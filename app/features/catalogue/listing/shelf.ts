import type { Catalogue, TemplateChoice, TemplateOrder } from "../../../../contract/page-services.ts";
import { isPaperKind, PAPER_LABELS, paperKinds } from "../../../../contract/paper-kinds.ts";
import type { ListedTemplate } from "../card.ts";

/** Where a listing takes its templates from: the server asks its database, the browser has a list. */
export type Shelf = Pick<Catalogue, "countTemplates" | "listTemplates" | "listPapers">;

const COMPARE: Record<TemplateOrder, (a: ListedTemplate, b: ListedTemplate) => number> = {
  rating: (a, b) => (b.rating ?? -1) - (a.rating ?? -1),
  used: (a, b) => b.used - a.used,
  newest: (a, b) => compareText(b.date_created, a.date_created),
  name: () => 0,
};

/** By code points, as the database orders them. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A list of templates as a shelf. Where it is in the order in which words found them, that stands for the order by rating. */
export function shelfOf(
  templates: readonly ListedTemplate[],
  byRating: "by rating" | "as given" = "by rating",
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
    order === "rating" && byRating === "as given"
      ? chosen
      : chosen.toSorted(
          (a, b) =>
            COMPARE[order](a, b) || compareText(a.template_name, b.template_name) || compareText(a.id, b.id),
        );
  return {
    countTemplates: async (choice) => choose(choice).length,
    listTemplates: async (choice, { order, from, most }) =>
      sort(choose(choice), order).slice(from, from + most),
    listPapers: async (type) => {
      const found = new Set(choose({ type }).flatMap(({ page }) => paperKinds(page)));
      return Object.keys(PAPER_LABELS)
        .filter(isPaperKind)
        .filter((kind) => found.has(kind));
    },
  };
}
