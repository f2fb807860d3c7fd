import type { Catalogue, CatalogueTemplate } from "../../../../contract/page-services.ts";
import type { FieldSchema, GroupField } from "../../../../contract/template-file.ts";
import { longFormat, pageRatio } from "../../../lib/page-format.ts";
import { toCard } from "../card.ts";

export type TemplateDetail = NonNullable<Awaited<ReturnType<typeof loadTemplateDetail>>>;

/** What the page of one template shows; undefined when there is none at this address. */
export async function loadTemplateDetail(catalogue: Catalogue, address: string) {
  const template = await catalogue.findTemplate(address);
  if (!template) return undefined;
  const types = await catalogue.listTypes();
  const type = types.find(({ slug }) => slug === template.type);
  if (!type) return undefined;
  const singular = new Map(types.map(({ slug, singular }) => [slug, singular]));
  const { id, template_name, url, rating, used, description, pictures, theme, image } = template;
  return {
    id,
    name: template_name,
    url,
    rating,
    used,
    description,
    image,
    pictures,
    accent: theme.accent,
    ratio: pageRatio(template.page),
    format: longFormat(template.page),
    asked: listAsked(template.fields),
    type: { slug: type.slug, singular: type.singular, plural: type.plural },
    category: type.categories.find(({ slug }) => slug === template.category),
    related: (await listRelated(catalogue, template)).map((each) => toCard(each, singular.get(each.type))),
  };
}

const RELATED = 6;

/** The same category first, then the same type, then whatever is best rated elsewhere. */
async function listRelated(
  catalogue: Catalogue,
  { id, type, category }: CatalogueTemplate,
): Promise<CatalogueTemplate[]> {
  const page = { order: "rating", from: 0, most: RELATED + 1 } as const;
  const related = new Map<string, CatalogueTemplate>();
  for (const list of [
    () => catalogue.listTemplates({ type, category }, page),
    () => catalogue.listTemplates({ type }, page),
    () => catalogue.listBestOfEach(RELATED),
  ]) {
    if (related.size >= RELATED) break;
    for (const template of await list()) if (template.id !== id) related.set(template.id, template);
  }
  return [...related.values()].slice(0, RELATED);
}

type AskedField = { path: string; label: string; fromProfile: boolean };

/** What a template asks for, as one list: groups are opened, a list of rows is one thing. */
function listAsked(group: GroupField, above: string[] = []): AskedField[] {
  const first = group["x-order"] ?? [];
  const names = [...first, ...Object.keys(group.properties).filter((name) => !first.includes(name))];
  return names.flatMap((name): AskedField[] => {
    const field: FieldSchema | undefined = group.properties[name];
    if (!field) return [];
    const path = [...above, name];
    if (field.type === "object") return listAsked(field, path);
    const label = labelOf(field, name, group, above.length > 0);
    return [
      { path: path.join("."), label, fromProfile: "x-profile" in field && field["x-profile"] !== undefined },
    ];
  });
}

// "Name" alone says little when it is the client's.
function labelOf(field: FieldSchema, name: string, group: GroupField, isWithin: boolean): string {
  const own = field.title ?? name.replaceAll("_", " ");
  const isVague = isWithin && group.title && /^(name|address|e-?mail|phone|title|number)$/i.test(own);
  return isVague ? `${group.title}: ${own.toLowerCase()}` : own;
}
