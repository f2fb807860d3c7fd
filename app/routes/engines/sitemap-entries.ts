import type { Catalogue } from "../../../contract/page-services.ts";

export const PART_SIZE = 10_000; // the protocol allows 50,000 and 50 MB

type Entry = { path: string; changed?: string };

/** Every page that is worth finding: home, the listings, each type, each template. */
export async function listPages(catalogue: Catalogue): Promise<Entry[]> {
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

export function writeUrlSet(origin: string, entries: readonly Entry[]): string {
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${escapeXml(origin + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ""}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("\n")}</urlset>\n`;
}

export function writeIndex(origin: string, parts: number): string {
  const maps = Array.from(
    { length: parts },
    (_, i) => `<sitemap><loc>${escapeXml(`${origin}/sitemap/${i + 1}.xml`)}</loc></sitemap>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join("\n")}</sitemapindex>\n`;
}

export function answerXml(xml: string): Response {
  return new Response(xml, { headers: { "content-type": "application/xml; charset=utf-8" } });
}
