import { t } from "@lingui/core/macro";
import { data } from "react-router";
import type { Catalogue, CatalogueTemplate } from "../../contract/page-services.ts";
import { toCard } from "../features/catalogue/index.ts";
import { decodePath, type NotFound } from "./described-error.ts";

const NEAR = 3;
const LOOKED_AT = 24;
const LIKE_ENOUGH = 0.4; // "quatro" and "quarto"

/** A 404 with the templates nearest to the path. */
export async function notFound(catalogue: Catalogue, path: string) {
  const words = decodePath(path)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const types = await catalogue.listTypes();
  const type = types.find(({ slug, count }) => slug === path.split("/")[1] && count > 0);
  const near = await listNearest(catalogue, words);
  const typeName = type?.plural ?? "";
  const all = type
    ? { href: `/${type.slug}`, label: t`All templates: ${typeName}` }
    : { href: "/templates", label: t`All templates` };
  return data({ near: near.map((template) => toCard(template)), all } satisfies NotFound, { status: 404 });
}

/** Templates for the last three words of a path, then for fewer of them, if their names are similar. */
async function listNearest(catalogue: Catalogue, words: readonly string[]): Promise<CatalogueTemplate[]> {
  const found = new Map<string, CatalogueTemplate>();
  const recent = words.slice(-3);
  for (let at = 0; at < recent.length && found.size < NEAR; at++)
    for (const template of await catalogue.suggestTemplates(recent.slice(at).join(" "), LOOKED_AT))
      if (isNamedLike(template, recent)) found.set(template.id, template);
  return [...found.values()].slice(0, NEAR);
}

/** Whether one of the words is nearly a word of the template's name or address. A word in its description is not near enough. */
export function isNamedLike(
  { template_name, url }: Pick<CatalogueTemplate, "template_name" | "url">,
  words: readonly string[],
): boolean {
  const names = `${template_name} ${url}`.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.some((word) => names.some((name) => likeness(word, name) >= LIKE_ENOUGH));
}

/** The share of letter pairs that two words have in common, from 0 to 1. */
function likeness(a: string, b: string): number {
  const [of, its] = [pairsOf(a), pairsOf(b)];
  const common = of.filter((pair) => its.includes(pair)).length;
  return (2 * common) / (of.length + its.length || 1);
}

function pairsOf(word: string): string[] {
  const letters = word.toLowerCase();
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2));
}
