import { INTERFACE_LANGUAGES, languagePrefix } from "../../../contract/site/interface-languages.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import type { Route } from "./+types/robots";

/** Crawlers may read every public page, but not the API or searches. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(pageServices);
  const lines = [
    "User-agent: *",
    "Disallow: /render/",
    "Disallow: /auth/",
    ...INTERFACE_LANGUAGES.map(languagePrefix).flatMap((prefix) => [
      `Disallow: ${prefix}/dashboard`,
      `Disallow: ${prefix}/studio`,
      `Disallow: ${prefix}/templates?q=`,
    ]),
  ];
  if (publicUrl) lines.push("", `Sitemap: ${publicUrl}/sitemap.xml`);
  return new Response(`${lines.join("\n")}\n`, { headers: { "content-type": "text/plain; charset=utf-8" } });
}
