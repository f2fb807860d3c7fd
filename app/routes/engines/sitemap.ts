import { data } from "react-router";
import type { Catalogue } from "../../../contract/page-services.ts";
import { pageServices } from "../../lib/page-data.ts";
import type { Route } from "./+types/sitemap";

const PART_SIZE = 10_000; // the protocol allows 50,000 and 50 MB

/** At /sitemap.xml one file while it is small, an index of parts when the library is large; at /sitemap/:part a part. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { catalogue, publicUrl } = context.get(pageServices);
  const origin = publicUrl ?? url.origin;
  const pages = await listPages(catalogue);
  if (params.part !== undefined) return answerXml(writeUrlSet(origin, pagesOf(params.part, pages)));
  const parts = Math.ceil(pages.length / PART_SIZE);
  return answerXml(parts > 1 ? writeIndex(origin, parts) : writeUrlSet(origin, pages));
}

/** The pages of a part such as "2.xml"; a part that would be empty is not there. */
function pagesOf(part: string, pages: readonly Entry[]): readonly Entry[] {
  const number = Number(/^([1-9]\d{0,4})\.xml$/.exec(part)?.[1]);
  const own = number ? pages.slice((number - 1) * PART_SIZE, number * PART_SIZE) : [];
  if (own.length === 0) throw data(null, 404);
  return own;
}

type Entry = { path: string; changed?: string };

/** Every page that is worth finding: home, the listings, each type, each template. */
async function listPages(catalogue: Catalogue): Promise<Entry[]> {
  const [types, templates] = await Promise.all([catalogue.listTypes(), catalogue.listTemplates()]);
  return [
    { path: "/" },
    { path: "/templates" },
    ...types.filter(({ count }) => count > 0).map(({ slug }) => ({ path: `/${slug}` })),
    ...templates.map(({ url, date_created }) => ({ path: url, changed: date_created.slice(0, 10) })),
  ];
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function writeUrlSet(origin: string, entries: readonly Entry[]): string {
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${escapeXml(origin + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ""}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("\n")}</urlset>\n`;
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
