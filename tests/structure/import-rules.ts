/** The top folders that a top folder may import from, besides itself. */
const TOP_FOLDERS: Record<string, readonly string[]> = {
  contract: [],
  shared: ["contract"],
  engine: ["contract", "shared"],
  app: ["engine", "contract", "shared"],
  server: ["engine", "contract", "shared"],
  cli: ["server", "engine", "contract", "shared"],
  bench: ["server", "engine", "contract", "shared", "tests"], // it starts PostgreSQL as they do
};

/** From the bottom up. A folder imports only itself from its own layer, and nothing from a layer above. */
const SERVER_FLOORS: readonly (readonly string[])[] = [
  ["errors"],
  ["config"],
  ["log", "process"],
  ["request"],
  ["cache"],
  ["scheduling"],
  ["metrics"],
  ["database"],
  ["mail", "limits", "catalogue", "actions", "site"],
  ["content", "pictures"],
  ["collections", "files"],
  ["accounts", "rendering", "library"],
  [
    "thumbnails",
    "contact",
    "icons",
    "releases",
    "shares",
    "jobs",
    "documents",
    "versions",
    "checks",
    "operators",
    "operations",
    "translations",
    "host",
    "mcp",
    "webhooks",
  ],
  ["pages", "drafts"],
  ["http"],
  ["run.ts"],
  ["main.ts"],
];

/** `features/` is left out of the names of the folders below it. */
const APP_FLOORS: readonly (readonly string[])[] = [
  ["lib"],
  ["ui"],
  ["session"],
  ["submissions"],
  ["profile", "account", "icons"],
  ["history", "saved", "ratings", "details", "jobs"],
  ["catalogue", "contact", "translations"],
  ["documents", "search", "operators", "personal-gallery"],
  ["shell"],
  ["editor"],
  ["studio", "received"],
  ["routes", "routes.ts", "root.tsx", "entry.client.tsx", "entry.server.tsx"],
];

function topOf(path: string): string {
  return path.split("/", 1)[0] ?? "";
}

/** The folder (or, at the top of app/ and server/, the file) that a layer names. */
function roomOf(path: string): string {
  const [, second = "", third = ""] = path.split("/");
  return second === "features" ? third : second;
}

function floorOf(path: string): number {
  const floors = topOf(path) === "app" ? APP_FLOORS : SERVER_FLOORS;
  return floors.findIndex((rooms) => rooms.includes(roomOf(path)));
}

/** Why `from` may not import `to`, or undefined if it may. */
export function describeBrokenRule(from: string, to: string): string | undefined {
  const allowed = TOP_FOLDERS[topOf(from)];
  if (!allowed || !(topOf(to) in TOP_FOLDERS)) return undefined;
  const arrow = `${from} imports ${to}`;
  if (topOf(from) !== topOf(to))
    return allowed.includes(topOf(to)) ? undefined : `${arrow}: ${topOf(from)}/ may not import ${topOf(to)}/`;
  if (topOf(from) !== "app" && topOf(from) !== "server") return undefined;
  if (roomOf(from) === roomOf(to)) return undefined;
  if (floorOf(from) < 0)
    return `${from} stands on no floor: name its folder in tests/structure/import-rules.ts`;
  if (floorOf(to) > floorOf(from)) return `${arrow}: from a lower floor to a higher one`;
  if (floorOf(to) === floorOf(from) && !areTopFiles(from, to)) return `${arrow}: across one floor`;
  if (to.startsWith("app/features/") && !/^app\/features\/(studio\/)?[^/]+\/index\.ts$/.test(to))
    return `${arrow}: a feature is entered through its index.ts`;
  return undefined;
}

/** root.tsx, the entries and the routes are one unit to the framework. */
function areTopFiles(...paths: string[]): boolean {
  return paths.every((path) => floorOf(path) === APP_FLOORS.length - 1 && topOf(path) === "app");
}

/** Only one file reads the environment. A bench passes its own on to the servers it starts. */
export function readsEnvironment(path: string, source: string): boolean {
  if (path.startsWith("bench/")) return false;
  return path !== "server/config/settings.ts" && /\bprocess\s*\.\s*env\b|\bprocess\[["']env/.test(source);
}
