import type { CatalogueTemplate } from "../../../contract/page-services.ts";
import { formatList } from "../../lib/i18n/intl.ts";
import { pageRatio, shortFormat } from "../../lib/pictures/page-format.ts";

/** A template in a list. */
export type ListedTemplate = CatalogueTemplate;

/** A template as a card. */
export type Card = {
  id: string;
  url: string;
  name: string;
  rating: number | null;
  /** How many people the rating is from. */
  raters: number;
  image: string | null;
  /** Width over height of its sheet. */
  ratio: number;
  /** "A4", or "Certificate, A4 landscape" where types are mixed. */
  format: string;
};

export function toCard(template: ListedTemplate, singular?: string): Card {
  const format = shortFormat(template.page);
  return {
    id: template.id,
    url: template.url,
    name: template.template_name,
    rating: template.rating,
    raters: template.rating_count,
    image: template.image,
    ratio: pageRatio(template.page),
    format: singular ? formatList([singular, format], "unit") : format,
  };
}
