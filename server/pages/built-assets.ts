import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { MiddlewareHandler } from "hono";
import { getMimeType } from "hono/utils/mime";
import { installedPath } from "../config/program-files.ts";
import type { RequestEnv } from "../request/request.ts";
import { type StoredResponse, sendStored, storeResponse } from "../request/stored-response.ts";
import { scriptHeaders } from "../request/worker-policy.ts";
import { makeServiceWorker } from "./service-worker.ts";

const BUILD = installedPath("build/client");
const FOR_EVER = "public, max-age=31536000, immutable"; // names hold a hash of their bytes
const FOR_A_DAY = "public, max-age=86400"; // files in public/ have fixed names

/**
 * Serves the built files for the browser. A file is read when it is first asked for and stays in memory: of nineteen languages most
 * sites need a few. Other names, with dots and slashes too, never reach the disk.
 */
export function serveBuiltAssets(build: string | undefined): MiddlewareHandler<RequestEnv> {
  const assets = new Map([...listFolder("/builds/assets/", FOR_EVER), ...listFolder("/", FOR_A_DAY)]);
  const read = new Map<string, StoredResponse>();
  if (build) read.set("/service-worker.js", makeServiceWorker(BUILD, build));
  return (c, next) => {
    const { path } = c.req;
    const asset = read.get(path) ?? assets.get(path)?.();
    if (!asset) return next();
    read.set(path, asset);
    return sendStored(c, asset);
  };
}

type Read = () => StoredResponse | undefined;

function listFolder(folder: string, cacheControl: string): [path: string, read: Read][] {
  return listFiles(BUILD + folder).map((name) => [
    folder + name,
    () => readAsset(folder, name, cacheControl),
  ]);
}

function readAsset(folder: string, name: string, cacheControl: string): StoredResponse | undefined {
  if (!existsSync(BUILD + folder + name)) return undefined; // removed by a later build
  const type = getMimeType(name) ?? "application/octet-stream";
  const bytes = new Uint8Array(readFileSync(BUILD + folder + name));
  const headers = { "content-type": type, "cache-control": cacheControl, ...scriptHeaders(name) };
  // Reading a hash from the name instead of making one of ten megabytes.
  const isNamedByHash = cacheControl === FOR_EVER;
  return storeResponse(bytes, headers, isNamedByHash ? { tag: name } : {});
}

function listFiles(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  } catch {
    return []; // in development there is no build; Vite serves the modules
  }
}
