import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Hono } from "hono";
import { z } from "zod";
import { ICONS_AT_ONCE } from "../limits/limits.ts";
import { anyObject, describeRoute } from "../request/api-description.ts";
import type { RequestEnv } from "../request/request.ts";

type Icon = { body: string; width?: number; height?: number };
/** The parts we read of a set in the format of Iconify. */
type IconSet = { prefix: string; icons: Record<string, Icon>; aliases?: Record<string, { parent: string }> };

/** Installed sets by prefix; each is read when first asked for. */
const SETS: Record<string, string> = { lucide: "@iconify-json/lucide/icons.json" };
const FOR_A_WEEK = "public, max-age=604800";

const require = createRequire(import.meta.url);
const opened = new Map<string, Promise<IconSet>>();

function openSet(prefix: string): Promise<IconSet> | undefined {
  const source = Object.hasOwn(SETS, prefix) ? SETS[prefix] : undefined;
  if (!source) return undefined;
  const known = opened.get(prefix);
  if (known) return known;
  const opening = readFile(require.resolve(source), "utf8").then((text) => JSON.parse(text) as IconSet);
  opened.set(prefix, opening);
  return opening;
}

function findIcon(set: IconSet, name: string): Icon | undefined {
  if (Object.hasOwn(set.icons, name)) return set.icons[name];
  const parent = set.aliases && Object.hasOwn(set.aliases, name) ? set.aliases[name]?.parent : undefined;
  return parent && Object.hasOwn(set.icons, parent) ? set.icons[parent] : undefined;
}

/** The names that contain all of these words, also under a former name; shorter ones first. */
function searchSet(set: IconSet, words: readonly string[]): string[] {
  const found = new Set<string>();
  const holds = (name: string) => words.every((word) => name.includes(word));
  for (const name of Object.keys(set.icons)) if (holds(name)) found.add(name);
  for (const [name, { parent }] of Object.entries(set.aliases ?? {}))
    if (holds(name) && Object.hasOwn(set.icons, parent)) found.add(parent);
  return [...found].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

const API = {
  search: describeRoute({
    tag: "icons",
    summary: "Names of icons that contain all words of `query`",
    query: { query: z.string() },
    response: z.object({ icons: z.array(z.string()), total: z.int(), limit: z.int(), start: z.int() }),
  }),
  icons: describeRoute({
    path: "/icons/{set}.json",
    tag: "icons",
    summary: "Icons by name, in the shape of the Iconify API",
    query: { icons: z.string().describe("Names, separated by commas") },
    response: anyObject,
  }),
};

/** `GET /icons/lucide.json?icons=file,mail`, in the shape of the Iconify API, from sets on this machine. */
export function iconRoutes(): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  // As `GET /search` of the Iconify API, for one set.
  app.get("/icons/:set{[a-z0-9-]+}/search", API.search, async (c, next) => {
    const prefix = c.req.param("set");
    const set = await openSet(prefix);
    if (!set) return next();
    const words = (c.req.query("query") ?? "")
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean);
    const found = searchSet(set, words.slice(0, 5));
    const icons = found.slice(0, ICONS_AT_ONCE).map((name) => `${prefix}:${name}`);
    return c.json({ icons, total: found.length, limit: ICONS_AT_ONCE, start: 0 }, 200, {
      "cache-control": FOR_A_WEEK,
    });
  });
  app.get("/icons/:file{[a-z0-9-]+\\.json}", API.icons, async (c, next) => {
    const prefix = c.req.param("file").replace(/\.json$/, "");
    const set = await openSet(prefix);
    if (!set) return next();
    const names = [...new Set((c.req.query("icons") ?? "").split(",").filter(Boolean))].slice(
      0,
      ICONS_AT_ONCE,
    );
    const icons: Record<string, Icon> = {};
    const missing: string[] = [];
    for (const name of names) {
      const icon = findIcon(set, name);
      if (icon) icons[name] = icon;
      else missing.push(name);
    }
    const answer = {
      prefix,
      icons,
      width: 24,
      height: 24,
      ...(missing.length > 0 ? { not_found: missing } : {}),
    };
    return c.json(answer, 200, { "cache-control": FOR_A_WEEK });
  });
  return app;
}
