import { data } from "react-router";
import type { Catalogue, CatalogueTemplate } from "../../contract/page-services.ts";
import { DEFAULT_ORDER } from "../../contract/template-order.ts";
import { toCard } from "../features/catalogue/index.ts";
import { decodePath, type NotFound } from "./described-error.ts";

const NEAR = 3;

/** A 404 that knows what lies nearest to the path that was asked for. */
export async function notFound(catalogue: Catalogue, path: string) {
  const words = decodePath(path)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const types = await catalogue.listTypes();
  const type = types.find(({ slug, count }) => slug === path.split("/")[1] && count > 0);
  const near = await listNearest(catalogue, words, type?.slug);
  const all = type
    ? { href: `/${type.slug}`, label: `All ${type.plural.toLowerCase()}` }
    : { href: "/templates", label: "All templates" };
  return data({ near: near.map((template) => toCard(template)), all } satisfies NotFound, { status: 404 });
}

/** What the last three words of a path lead to, then fewer of them, which finds more; then what stands first. */
async function listNearest(
  catalogue: Catalogue,
  words: string[],
  type: string | undefined,
): Promise<CatalogueTemplate[]> {
  const found = new Map<string, CatalogueTemplate>();
  const recent = words.slice(-3);
  for (let at = 0; at < recent.length && found.size < NEAR; at++)
    for (const template of await catalogue.suggestTemplates(recent.slice(at).join(" "), NEAR))
      found.set(template.id, template);
  const others =
    found.size >= NEAR
      ? []
      : type
        ? await catalogue.listTemplates({ type }, { order: DEFAULT_ORDER, from: 0, most: NEAR })
        : await catalogue.listFirstOfEach(NEAR);
  for (const template of others) found.set(template.id, template);
  return [...found.values()].slice(0, NEAR);
}
