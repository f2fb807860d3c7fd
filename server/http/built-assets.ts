import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { MiddlewareHandler } from "hono";
import { getMimeType } from "hono/utils/mime";
import type { RequestEnv } from "./request.ts";
import { type StoredAnswer, sendStored, storeAnswer } from "./stored-answer.ts";

const FOLDER = fileURLToPath(new URL("../../build/client/builds/assets/", import.meta.url));
const PREFIX = "/builds/assets/";

/**
 * Scripts, styles and fonts of the build, from memory. Their names hold a hash of their bytes, so they never
 * change; and a name that isn't among them leads nowhere, whatever dots and slashes it holds.
 */
export function serveBuiltAssets(folder = FOLDER): MiddlewareHandler<RequestEnv> {
  const assets = new Map<string, StoredAnswer>();
  for (const name of listFiles(folder)) {
    const headers = {
      "content-type": getMimeType(name) ?? "application/octet-stream",
      "cache-control": "public, max-age=31536000, immutable",
    };
    assets.set(PREFIX + name, storeAnswer(new Uint8Array(readFileSync(folder + name)), headers));
  }
  return (c, next) => {
    const asset = assets.get(c.req.path);
    return asset ? sendStored(c, asset) : next();
  };
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // in development there is no build; Vite serves the modules
  }
}
