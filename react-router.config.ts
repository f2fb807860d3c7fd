import type { Config } from "@react-router/dev/config";
import { shortenSiteMap } from "./scripts/build/site-map.ts";

export default {
  ssr: true,
  // The site map is small; sending it whole keeps every page free of a discovery request.
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig }) => shortenSiteMap(reactRouterConfig.buildDirectory),
} satisfies Config;
