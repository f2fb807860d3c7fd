import type { Catalogue, CatalogueTemplate } from "../../../../contract/page-services.ts";
import { DEFAULT_ORDER } from "../../../../contract/templates/template-order.ts";
import { longFormat, pageRatio } from "../../../lib/pictures/page-format.ts";
import { toCard } from "../card.ts";
import { inPageLanguage } from "../listing/listing.ts";
import { pickCallData } from "./call-data.ts";
import { describeFields } from "./field-summary.ts";

export type TemplateDetail = NonNullable<Awaited<ReturnType<typeof loadTemplateDetail>>>;

/** The data of a template's page; undefined if there is no template at this address. */
export async function loadTemplateDetail(catalogue: Catalogue, address: string) {
  const template = await catalogue.findTemplate(address);
  if (!template) return undefined;
  const types = await catalogue.listTypes();
  const type = types.find(({ slug }) => slug === template.type);
  if (!type) return undefined;
  const singular = new Map(types.map(({ slug, singular }) => [slug, singular]));
  const { id, template_name, url, rating, rating_count, used, description, pictures, theme, image } =
    template;
  return {
    id,
    name: template_name,
    url,
    rating,
    raters: rating_count,
    given: template.given,
    used,
    created: template.date_created.slice(0, 10),
    changed: template.date_updated,
    author: template.author,
    description,
    image,
    link: template.link,
    pictures: template.link && image ? [image] : pictures,
    /** `languages`: languages other than English it has a sample in. */
    own: { accent: theme.accent, fonts: theme.fonts, languages: Object.keys(template.samples) },
    ratio: pageRatio(template.page),
    format: longFormat(template.page),
    fields: describeFields(template.fields),
    /** Data for the call of a program. */
    call: pickCallData(template.fields, template.sample),
    type: { slug: type.slug, singular: type.singular, plural: type.plural },
    category: type.categories.map(inPageLanguage).find(({ slug }) => slug === template.category),
    related: (await listRelated(catalogue, template)).map((each) => toCard(each, singular.get(each.type))),
  };
}

const RELATED = 6;

/** The same category first, then the same type, then the first of other types. */
async function listRelated(
  catalogue: Catalogue,
  { id, type, category }: CatalogueTemplate,
): Promise<CatalogueTemplate[]> {
  const page = { order: DEFAULT_ORDER, from: 0, max: RELATED + 1 };
  const related = new Map<string, CatalogueTemplate>();
  for (const list of [
    () => catalogue.listTemplates({ type, category }, page),
    () => catalogue.listTemplates({ type }, page),
    () => catalogue.listFirstOfEach(RELATED),
  ]) {
    if (related.size >= RELATED) break;
    for (const template of await list()) if (template.id !== id) related.set(template.id, template);
  }
  return [...related.values()].slice(0, RELATED);
}
