import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { RequestEnv } from "./request.ts";
import { sendStored, storeResponse } from "./stored-response.ts";

const text = "all work and no play ".repeat(100);
const stored = storeResponse(new TextEncoder().encode(text), {
  "content-type": "text/html",
  "cache-control": "no-cache",
});
const app = new Hono<RequestEnv>().get("/", (c) => sendStored(c, stored));
const ask = (headers: Record<string, string>) => app.request("/", { headers });

describe("a stored response", () => {
  it("is encoded as the client accepts", async () => {
    const plain = await ask({});
    expect(await plain.text()).toBe(text);
    const br = await ask({ "accept-encoding": "gzip, deflate, br" });
    expect(br.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(text);
    const zipped = await ask({ "accept-encoding": "gzip, br;q=0" });
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(text);
    expect(zipped.headers.get("vary")).toBe("accept-encoding");
  });

  it.each([
    ["br;q=0.5, gzip", "gzip"],
    ["br;q=0.5, gzip;q=0.4", "br"],
    ["gzip;q=0", null],
    ["br;Q=0, gzip ; q=0.0", null],
    ["br;q=0, *;q=0", null],
    ["br;q=0, *", "gzip"],
    ["*", "br"],
    ["identity, br;q=0.5", null],
    ["identity;q=0, gzip;q=0.1", "gzip"],
    ["gzip;q=0.1, *;q=0", "gzip"],
    ["deflate", null],
    ["GZIP", "gzip"],
  ])("honours the weights of Accept-Encoding: %s", async (accepted, encoding) => {
    expect((await ask({ "accept-encoding": accepted })).headers.get("content-encoding")).toBe(encoding);
  });

  it("is compressed at any size if the client refuses identity", async () => {
    const small = storeResponse(Buffer.from("hello"), { "content-type": "text/html" });
    const send = new Hono<RequestEnv>().get("/", (c) => sendStored(c, small));
    const answer = await send.request("/", { headers: { "accept-encoding": "gzip, identity;q=0" } });
    expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe("hello");
  });

  it("answers 304 for the same encoding", async () => {
    const headers = { "accept-encoding": "br" };
    const etag = (await ask(headers)).headers.get("etag") ?? "";
    const again = await ask({ ...headers, "if-none-match": `"other", ${etag}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    expect((await ask({ "if-none-match": etag })).status).toBe(200);
  });
});
