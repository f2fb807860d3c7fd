import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The site map is small; sending it whole keeps every page free of a discovery request.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
