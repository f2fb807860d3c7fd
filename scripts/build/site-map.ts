import { globSync, readFileSync, writeFileSync } from "node:fs";

const START = "window.__reactRouterManifest=";

type SiteMap = { routes: Record<string, { imports?: string[] }> };

/**
 * Shortens the framework's list of routes, which every page loads: the imports of each route are for the head of a page, which the
 * server writes from a list of its own. They are more than half of the file.
 */
export function shortenSiteMap(buildDirectory: string): void {
  const files = globSync(`${buildDirectory}/client/builds/assets/manifest-*.js`).filter((file) =>
    readFileSync(file, "utf8").startsWith(START),
  );
  const [file] = files;
  if (!file || files.length > 1) throw new Error(`The build has ${files.length} lists of routes.`);
  const siteMap: SiteMap = JSON.parse(readFileSync(file, "utf8").slice(START.length).replace(/;\s*$/, ""));
  for (const route of Object.values(siteMap.routes)) route.imports = [];
  writeFileSync(file, `${START}${JSON.stringify(siteMap)};`);
}
