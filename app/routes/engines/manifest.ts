import { t } from "@lingui/core/macro";
import { directionOf } from "../../../contract/site/interface-languages.ts";
import { inPageLanguage } from "../../lib/i18n/addresses.ts";
import { pageLanguage } from "../../lib/i18n/i18n.tsx";
import { pageServices } from "../../lib/pages/page-data.ts";
import type { Route } from "./+types/manifest";

export function loader({ context }: Route.LoaderArgs) {
  const { productName } = context.get(pageServices);
  const manifest = {
    name: productName,
    short_name: productName,
    description: t`Choose a document template, fill in the form and download the PDF. You see the finished page as you type.`,
    lang: pageLanguage(),
    dir: directionOf(pageLanguage()),
    // The same app in every language.
    id: "/",
    start_url: inPageLanguage("/dashboard/documents"),
    scope: "/",
    display: "minimal-ui",
    background_color: "#e9edf0",
    theme_color: "#e9edf0",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
    ],
  };
  return new Response(JSON.stringify(manifest), { headers: { "content-type": "application/manifest+json" } });
}
