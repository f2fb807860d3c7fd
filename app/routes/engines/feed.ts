import { t } from "@lingui/core/macro";
import type { NewTemplate } from "../../../contract/page-services.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import type { Route } from "./+types/feed";
import { escapeXml } from "./xml.ts";

const MAX = 30;

/** The newest templates as an Atom feed. Without a public address its links are paths, which Atom allows. */
export async function loader({ context }: Route.LoaderArgs) {
  const { catalogue, publicUrl = "", productName } = context.get(pageServices);
  const templates = await catalogue.listNewest(MAX);
  const title = escapeXml(t`New templates, ${productName}`);
  const updated = templates[0]?.date_created ?? new Date(0).toISOString();
  const feed = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${publicUrl ? escapeXml(`${publicUrl}/feed.xml`) : "urn:typecase:feed"}</id>`,
    `<title>${title}</title><updated>${updated}</updated>`,
    `<author><name>${escapeXml(productName)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(`${publicUrl}/feed.xml`)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${publicUrl}/templates?sort=newest`)}"/>`,
    ...templates.map((template) => writeEntry(publicUrl, template)),
    "</feed>",
  ];
  return new Response(`${feed.join("\n")}\n`, {
    headers: { "content-type": "application/atom+xml; charset=utf-8" },
  });
}

function writeEntry(
  publicUrl: string,
  { id, url, template_name, date_created, description }: NewTemplate,
): string {
  const summary = description ? `<summary>${escapeXml(description)}</summary>` : "";
  return (
    `<entry><id>urn:uuid:${escapeXml(id)}</id><title>${escapeXml(template_name)}</title>` +
    `<link rel="alternate" type="text/html" href="${escapeXml(publicUrl + url)}"/>` +
    `<published>${date_created}</published><updated>${date_created}</updated>${summary}</entry>`
  );
}
