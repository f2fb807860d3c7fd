import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { getMimeType } from "hono/utils/mime";
import { z } from "zod";
import { installedPath } from "../config/program-files.ts";
import type { Log } from "../log/logging.ts";
import { describeRoute } from "../request/api-description.ts";
import type { RequestEnv } from "../request/request.ts";
import { scriptHeaders } from "../request/worker-policy.ts";
import type { SharedBuilds } from "./shared-builds.ts";

export const BUILD_ASSETS = installedPath("build/client/builds/assets");
const FOR_EVER = "public, max-age=31536000, immutable"; // names hold a hash of their bytes
/** Builds whose scripts are still served: a tab may be open across some releases, but not for ever. */
export const MAX_BUILDS = 5;

type ReleaseMeta = { id: string; date: string };
export type Releases = {
  /** Which build is running; undefined in development. */
  current: string | undefined;
  findMeta(id: string): Promise<ReleaseMeta | undefined>;
  /** A script, style or font of an earlier build. */
  readAsset(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
};

/** What all nodes know of builds: which one is the newest, and the files of those that ran elsewhere. */
export type OtherBuilds = SharedBuilds & { findNewest(): Promise<string | undefined> };

/**
 * Identifies the running build and stores the assets of earlier ones in the data folder, so that a tab that was open
 * during an upgrade still finds its chunks. A build is known by the names of its files, which hold their hashes.
 */
export async function openReleases(dataDir: string, log: Log, assets = BUILD_ASSETS): Promise<Releases> {
  const builds = join(dataDir, "builds");
  const names = await listNames(assets);
  if (names.length === 0)
    return { current: undefined, findMeta: async () => undefined, readAsset: async () => undefined };
  const current = createHash("sha256").update(names.sort().join("\n")).digest("hex").slice(0, 16);
  try {
    await copyBuild(builds, current, assets);
    await removeOldBuilds(builds, current);
  } catch (error) {
    log.warn({ err: error }, "the build's assets could not be stored for later releases");
  }
  const assetPaths = new Map<string, string>();
  for (const id of await listNames(builds))
    for (const name of await listNames(join(builds, id, "assets")))
      assetPaths.set(name, join(builds, id, "assets", name));

  return {
    current,
    findMeta: async (id) => {
      if (!/^[0-9a-f]{16}$/.test(id)) return undefined;
      const text = await readFile(join(builds, id, "meta.json"), "utf8").catch(() => undefined);
      return text ? (JSON.parse(text) as ReleaseMeta) : undefined; // as copyBuild wrote it
    },
    readAsset: async (name) => {
      const path = assetPaths.get(name);
      return path
        ? readFile(path)
            .catch(() => undefined)
            .then((bytes) => bytes && new Uint8Array(bytes))
        : undefined;
    },
  };
}

/** The meta file is written last: a folder without one is a copy that was cut short, and is made again. */
async function copyBuild(builds: string, id: string, assets: string): Promise<void> {
  const folder = join(builds, id);
  const meta = join(folder, "meta.json");
  const now = new Date();
  if (await stat(meta).catch(() => undefined)) return utimes(meta, now, now);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(assets, join(folder, "assets"), { recursive: true });
  await writeFile(meta, JSON.stringify({ id, date: now.toISOString() } satisfies ReleaseMeta));
}

async function removeOldBuilds(builds: string, current: string): Promise<void> {
  const found = await Promise.all(
    (await listNames(builds)).map(async (id) => {
      const meta = await stat(join(builds, id, "meta.json")).catch(() => undefined);
      return { id, used: id === current ? Number.POSITIVE_INFINITY : (meta?.mtimeMs ?? 0) };
    }),
  );
  const old = found.sort((a, b) => b.used - a.used).slice(MAX_BUILDS);
  for (const { id } of old) await rm(join(builds, id), { recursive: true, force: true });
}

async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

const API = {
  latest: describeRoute({
    tag: "server",
    summary: "The id of the newest build of the app",
    response: z.object({ id: z.string() }),
    errors: [404],
  }),
  meta: describeRoute({
    path: "/builds/meta/{file}.json",
    tag: "server",
    summary: "When a build was first served",
    response: z.object({ id: z.string(), date: z.string() }),
  }),
  asset: describeRoute({
    tag: "server",
    summary: "A script, style or font of the app",
    response: "application/octet-stream",
  }),
};

/** Which build is the latest, what is known of each, and the files of earlier ones, whichever node ran them. */
export function releaseRoutes(releases: Releases, others?: OtherBuilds): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.get("/builds/latest.json", API.latest, async (c, next) => {
    if (!releases.current) return next();
    const id = (await others?.findNewest()) ?? releases.current;
    return c.json({ id }, 200, { "cache-control": "no-store" });
  });
  app.get("/builds/meta/:file{[0-9a-f]+\\.json}", API.meta, async (c, next) => {
    const id = c.req.param("file").replace(/\.json$/, "");
    const meta = (await releases.findMeta(id)) ?? (await others?.findMeta(id));
    return meta ? c.json(meta, 200, { "cache-control": "no-cache" }) : next();
  });
  // After the assets of the build that runs, which are served from memory.
  app.get("/builds/assets/:name", API.asset, async (c, next) => {
    const name = c.req.param("name");
    const bytes = (await releases.readAsset(name)) ?? (await others?.readFile(name));
    if (!bytes) return next();
    const type = getMimeType(name) ?? "application/octet-stream";
    return c.body(bytes, 200, { "content-type": type, "cache-control": FOR_EVER, ...scriptHeaders(name) });
  });
  return app;
}
