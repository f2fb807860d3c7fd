import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";

/** A site behind a connection that can be cut. The browser's own emulation doesn't reach workers. */
export type Line = {
  url: string;
  isCut: boolean;
  /** The id of another build: the same files under it. */
  release: string | undefined;
  /** A part of the path of requests that fail. */
  without: string | undefined;
  /** A part of the path of responses that end in the middle. */
  breaks: string | undefined;
};

const WHOLE = { isCut: false, release: undefined, without: undefined, breaks: undefined };

/** `build`: the id in its pages and scripts. */
export async function startLine(target: string, build: string): Promise<Line & { repair(): void }> {
  const line: Line = { url: "", ...WHOLE };
  const proxy = createServer((asked, answer) => {
    const path = asked.url ?? "/";
    if (line.isCut || (line.without && path.includes(line.without))) return void asked.socket.destroy();
    const headers = { ...asked.headers, "accept-encoding": "identity" };
    const forwarded = request(target + path, { method: asked.method, headers }, async (found) => {
      const isBuildNamed = line.release && /html|javascript/.test(found.headers["content-type"] ?? "");
      const bytes = await read(found);
      const body = isBuildNamed ? bytes.toString().replaceAll(build, line.release ?? "") : bytes;
      // A page's policy names the hashes of its scripts, which the other id changes.
      const { "content-length": _, etag: __, "content-security-policy": policy, ...kept } = found.headers;
      if (policy && !isBuildNamed) kept["content-security-policy"] = policy;
      answer.writeHead(found.statusCode ?? 500, kept);
      if (line.breaks && path.includes(line.breaks))
        answer.write(body.slice(0, body.length / 2), () => asked.socket.destroy());
      else answer.end(body);
    });
    forwarded.on("error", () => asked.socket.destroy());
    asked.pipe(forwarded);
  });
  proxy.listen(0, "127.0.0.1");
  proxy.unref();
  await once(proxy, "listening");
  line.url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return Object.assign(line, { repair: () => void Object.assign(line, WHOLE) });
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function cutLine(line: Line, page: Page, isCut = true): Promise<void> {
  line.isCut = isCut;
  await page.context().setOffline(isCut);
}

/** Waits until the service worker has stored everything and this page uses it. */
export async function untilStored(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

/** Whether the service worker has stored the engine, its workers' scripts, and the templates and fonts that this page has loaded. */
export function storesEngine(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const index = await caches.match("/engine/index.json");
    if (!index) return false;
    const { compiler, renderer } = await index.json();
    const addresses: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname);
    const scripts = ["/builds/assets/engine-worker-", "/builds/assets/engine-loader-"];
    const loaded = performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith("/engine/") && path !== "/engine/characters.json");
    const parts = [compiler, renderer, "/engine/templates/", ...scripts, ...loaded];
    return parts.every((part) => addresses.some((address) => address.startsWith(part)));
  });
}
