import { existsSync, readFileSync } from "node:fs";
import { type StoredResponse, storeResponse } from "../request/stored-response.ts";

/** The service worker of a build: the same script for all, after the build's id and the files that it stores. */
export function makeServiceWorker(client: string, id: string): StoredResponse {
  const listed = JSON.parse(readFileSync(`${client}/offline-files.json`, "utf8")) as string[];
  // A script that held nothing but styles is listed and not written.
  const files = listed.filter((address) => existsSync(client + address));
  const script = readFileSync(`${client}/service-worker.js`, "utf8");
  const source = `const BUILD = ${JSON.stringify({ id, files })};\n${script}`;
  return storeResponse(new TextEncoder().encode(source), {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
    // Its requests are allowed by its own policy, not by that of a page.
    "content-security-policy": "default-src 'none'; connect-src 'self'",
  });
}
