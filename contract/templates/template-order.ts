import { type Rated, ratingOrder } from "../people/ratings.ts";

/** The orders of templates, in the browser as in the database (server/pages/template-cards.ts). */

export type TemplateOrder = "used" | "rating" | "newest" | "name";
/** Used unless another order is chosen. */
export const DEFAULT_ORDER: TemplateOrder = "used";

type Ordered = Rated & { id: string; template_name: string; used: number; date_created: string };
type Compare = (a: Ordered, b: Ordered) => number;

const byUse: Compare = (a, b) => b.used - a.used || compareText(b.date_created, a.date_created);

const COMPARE: Record<TemplateOrder, Compare> = {
  used: byUse,
  rating: (a, b) => orderOf(b) - orderOf(a) || byUse(a, b),
  newest: (a, b) => compareText(b.date_created, a.date_created),
  name: () => 0,
};

/** Equals are ordered by name, and at last by id. */
export function compareTemplates(order: TemplateOrder): Compare {
  return (a, b) =>
    COMPARE[order](a, b) || compareText(a.template_name, b.template_name) || compareText(a.id, b.id);
}

const orderOf = ({ rating, rating_count }: Rated) => ratingOrder(rating, rating_count) ?? -1;

/** By code points, as the database orders them. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
