import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

/** The script with a simulated browser around it. */
const SCRIPT = readFileSync(new URL("../../public/service-worker.js", import.meta.url), "utf8");
const ORIGIN = "https://typecase.example";
const INDEX = { compiler: "/engine/files/compiler-2.wasm" };

type Asked = { method: string; mode: string; cache: string; url: string };
type FetchEvent = {
  request: Asked;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: unknown): void;
};

function aServiceWorker() {
  const stores = new Map<string, Map<string, Response>>();
  const urlOf = (asked: Asked | string) =>
    typeof asked === "string" ? new URL(asked, ORIGIN).href : asked.url;
  const openCache = (name: string) => {
    const stored = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, stored);
    return {
      match: async (asked: Asked | string) => stored.get(urlOf(asked))?.clone(),
      put: async (asked: Asked | string, answer: Response) => void stored.set(urlOf(asked), answer),
      delete: async (asked: Asked | string) => stored.delete(urlOf(asked)),
      keys: async () => [...stored.keys()].map((url) => ({ url })),
    };
  };
  let onFetch = (_: FetchEvent) => {};
  let isOffline = false;
  runInNewContext(`const BUILD = { id: "a", files: [] };${SCRIPT}`, {
    URL,
    location: new URL(ORIGIN),
    caches: { open: async (name: string) => openCache(name) },
    fetch: async ({ url }: Asked) => {
      if (isOffline) throw new TypeError("Failed to fetch");
      return new Response(url.endsWith("/index.json") ? JSON.stringify(INDEX) : url);
    },
    addEventListener: (name: string, listen: typeof onFetch) => {
      if (name === "fetch") onFetch = listen;
    },
  });
  return {
    load: async (path: string, cache = "default") => {
      const work: unknown[] = [];
      let answer: Promise<Response> | undefined;
      onFetch({
        request: { method: "GET", mode: "cors", cache, url: ORIGIN + path },
        respondWith: (given) => {
          answer = given;
        },
        waitUntil: (given) => work.push(given),
      });
      const loaded = await answer;
      await Promise.all(work);
      return loaded;
    },
    stored: () => [...(stores.get("typecase-engine")?.keys() ?? [])].map((url) => new URL(url).pathname),
    goOffline: () => {
      isOffline = true;
    },
  };
}

const template = (number: number) => `/engine/templates/${number}`;

test("stores 40 templates, and deletes the one that was used longest ago", async () => {
  const { load, stored, goOffline } = aServiceWorker();
  for (let number = 1; number <= 40; number++) await load(template(number));
  await load(template(1)); // used again
  await load(template(41));
  expect(stored()).toHaveLength(40);
  expect(stored()).not.toContain(template(2));
  goOffline();
  expect(await (await load(template(1)))?.text()).toBe(ORIGIN + template(1));
  await expect(load(template(2))).rejects.toThrow("Failed to fetch");
});

test("counts only templates as templates", async () => {
  const { load, stored } = aServiceWorker();
  await load("/engine/characters.json");
  for (let number = 1; number <= 40; number++) await load(template(number));
  expect(stored()).toContain("/engine/characters.json");
  await load("/engine/characters.json");
  expect(stored()).toContain(template(1));
});

test("stores no template that a gallery only shows", async () => {
  const { load, stored } = aServiceWorker();
  await load(template(1));
  await load(template(2), "no-store");
  expect(stored()).toEqual([template(1)]);
});

test("deletes files that the engine doesn't have any more", async () => {
  const { load, stored } = aServiceWorker();
  for (const file of ["/engine/files/compiler-1.wasm", INDEX.compiler, template(1)]) await load(file);
  await load("/engine/index.json");
  expect(stored().toSorted()).toEqual([INDEX.compiler, "/engine/index.json", template(1)]);
});
