import { describe, expect, it } from "vitest";
import { fnv1a, storeResponse } from "../request/stored-response.ts";
import { createResponseCache } from "./response-cache.ts";

const BOUNDS = { maxBytes: 64 * 1024 * 1024, maxEntries: 5_000 };
const page = (text: string) => storeResponse(new TextEncoder().encode(text), {});

describe("the page cache", () => {
  it("makes a page once for concurrent requests", async () => {
    let made = 0;
    const cache = createResponseCache(() => 1, BOUNDS);
    const make = async () => page(`page ${++made}`);
    await Promise.all([cache.get("/", make), cache.get("/", make)]);
    await cache.get("/", make);
    expect(made).toBe(1);
  });

  it("makes it again when the catalogue changes, also in the meantime", async () => {
    let made = 0;
    let version = 1;
    const cache = createResponseCache(() => version, BOUNDS);
    const make = async () => page(`page ${++made}`);
    const slow = cache.get("/", async () => {
      version = 2;
      return make();
    });
    await slow;
    await cache.get("/", make);
    expect(made).toBe(2);
    version = 3;
    await cache.get("/", make);
    expect(made).toBe(3);
  });

  it("shares an uncacheable response with waiting requests only", async () => {
    let made = 0;
    const cache = createResponseCache(() => 1, BOUNDS);
    const make = async () => new Response(`gone ${++made}`, { status: 404 });
    const answers = await Promise.all([cache.get("/x", make), cache.get("/x", make)]);
    const texts = answers.map((answer) => (answer instanceof Response ? answer.text() : "kept"));
    expect(await Promise.all(texts)).toEqual(["gone 1", "gone 1"]);
    await cache.get("/x", make);
    expect(made).toBe(2);
  });

  it("doesn't store failures", async () => {
    const cache = createResponseCache(() => 1, BOUNDS);
    await expect(cache.get("/", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(cache.get("/", async () => page("yes"))).resolves.toMatchObject({ headers: {} });
  });

  it("drops pages that show a template and keeps the rest", async () => {
    let made = 0;
    const cache = createResponseCache(() => 1, BOUNDS);
    const showing = (...ids: string[]) => {
      const bytes = new TextEncoder().encode(`page ${++made}`);
      return Promise.resolve(storeResponse(bytes, {}, { shows: Uint32Array.from(ids.map(fnv1a)) }));
    };
    const ask = () =>
      Promise.all([
        cache.get("/one", () => showing("1", "2")),
        cache.get("/other", () => showing("3")),
        cache.get("/items", async () => page(`items ${++made}`)),
      ]);
    await ask();
    cache.forget(["2"]);
    expect([cache.peek("/one"), cache.peek("/items")]).toEqual([undefined, undefined]);
    expect(cache.peek("/other")).toBeDefined();
    await cache.get("/slow", () => {
      cache.forget(["9"]);
      return showing("3");
    });
    expect(cache.peek("/slow")).toBeUndefined();
    cache.forget(undefined);
    expect(cache.peek("/other")).toBeUndefined();
  });

  it("stays within its limit", async () => {
    const cache = createResponseCache(() => 1, BOUNDS);
    const large = () => Promise.resolve(page("x".repeat(1024 * 1024)));
    for (let i = 0; i < 60; i++) await cache.get(`/${i}`, large);
    let again = 0;
    await cache.get("/0", () => large().finally(() => again++));
    await cache.get("/59", () => large().finally(() => again++));
    expect(again).toBe(1);
  });
});
