import { data } from "react-router";
import type { Catalogue } from "../../contract/page-services.ts";
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
  const templates = await catalogue.listTemplates();
  const found = nearestIds(catalogue, words).flatMap((id) =>
    templates.filter((template) => template.id === id),
  );
  const others = templates.filter((template) => !type || template.type === type.slug);
  const near = [...new Set([...found, ...others])].slice(0, NEAR).map((template) => toCard(template));
  const all = type
    ? { href: `/${type.slug}`, label: `All ${type.plural.toLowerCase()}` }
    : { href: "/templates", label: "All templates" };
  return data({ near, all } satisfies NotFound, { status: 404 });
}

/** Searches for the last three words of a path, then for fewer of them, which finds more. */
function nearestIds(catalogue: Catalogue, words: string[]): string[] {
  const recent = words.slice(-3);
  return recent.flatMap((_, i) => catalogue.searchTemplates(recent.slice(i).join(" ")));
}
