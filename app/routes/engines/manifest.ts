import { pageServices } from "../../lib/pages/page-data.ts";
import type { Route } from "./+types/manifest";

export function loader({ context }: Route.LoaderArgs) {
  const { productName } = context.get(pageServices);
  const manifest = {
    name: productName,
    short_name: productName,
    start_url: "/",
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
