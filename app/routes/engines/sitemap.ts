import { data } from "react-router";
import type { Catalogue } from "../../../contract/page-services.ts";
import { INTERFACE_LANGUAGES, inLanguage } from "../../../contract/site/interface-languages.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import type { Route } from "./+types/sitemap";
import { escapeXml } from "./xml.ts";

const PART_SIZE = 5_000; // the protocol allows 50,000; this many take a few milliseconds

/** One file while it is small, an index of parts when the library is large. The server asks for a part of /sitemap/{part}.xml here. */
export async function loader({ context, url }: Route.LoaderArgs) {
  // Without a public address the paths are relative: a request's host is never trusted.
  const { catalogue, publicUrl: origin = "", listPages } = context.get(pageServices);
  const texts = (await listPages()).map(({ path, date_updated }) => ({
    path,
    changed: date_updated.slice(0, 10),
  }));
  const first: Entry[] = [...(await listFirst(catalogue)), ...texts];
  const parts = Math.ceil((first.length + (await catalogue.countTemplates({}))) / PART_SIZE);
  const requested = url.searchParams.get("part");
  if (requested === null && parts > 1) return answerXml(writeIndex(origin, parts));
  const part = Number(requested ?? 1);
  if (!(part <= parts)) throw data(null, 404);
  return answerXml(writeUrlSet(origin, await listPart(catalogue, first, part)));
}

type Entry = { path: string; changed?: string };

/** The pages listed before the templates: home, the listings, each type, each author. */
async function listFirst(catalogue: Catalogue): Promise<Entry[]> {
  const types = await catalogue.listTypes();
  const authors = await catalogue.listAuthors();
  return [
    { path: "/" },
    { path: "/templates" },
    ...types.map(({ slug }) => ({ path: `/${slug}` })),
    ...authors.map((handle) => ({ path: `/authors/${handle}` })),
  ];
}

async function listPart(catalogue: Catalogue, first: readonly Entry[], part: number): Promise<Entry[]> {
  const own = first.slice((part - 1) * PART_SIZE, part * PART_SIZE);
  const from = Math.max(0, (part - 1) * PART_SIZE - first.length);
  const templates = await catalogue.listAddresses(from, PART_SIZE - own.length);
  return [...own, ...templates.map((each) => ({ path: each.url, changed: each.date_created.slice(0, 10) }))];
}

function writeUrlSet(origin: string, entries: readonly Entry[]): string {
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${escapeXml(origin + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ""}${writeLanguages(origin, path)}</url>`,
  );
  const schemas = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${schemas}>${urls.join("\n")}</urlset>\n`;
}

/** The addresses of a page in all languages. */
function writeLanguages(origin: string, path: string): string {
  return INTERFACE_LANGUAGES.map((language) => {
    const address = escapeXml(origin + inLanguage(language, path));
    return `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`;
  }).join("");
}

function writeIndex(origin: string, parts: number): string {
  const maps = Array.from(
    { length: parts },
    (_, i) => `<sitemap><loc>${escapeXml(`${origin}/sitemap/${i + 1}.xml`)}</loc></sitemap>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join("\n")}</sitemapindex>\n`;
}

function answerXml(xml: string): Response {
  return new Response(xml, { headers: { "content-type": "application/xml; charset=utf-8" } });
}
