import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";

const clientBuild = fileURLToPath(new URL("../../build/client", import.meta.url));

/** Scripts, styles and fonts of the build. Their names hold a hash of their bytes, so they never change. */
export function serveBuiltAssets() {
  return serveStatic({
    root: clientBuild,
    onFound: (_path, c) => c.header("cache-control", "public, max-age=31536000, immutable"),
  });
}
