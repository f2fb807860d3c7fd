import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { RequestEnv } from "./request.ts";
import { sendStored, storeAnswer } from "./stored-answer.ts";

const text = "all work and no play ".repeat(100);
const stored = storeAnswer(new TextEncoder().encode(text), {
  "content-type": "text/html",
  "cache-control": "no-cache",
});
const app = new Hono<RequestEnv>().get("/", (c) => sendStored(c, stored));
const ask = (headers: Record<string, string>) => app.request("/", { headers });

describe("a stored answer", () => {
  it("comes in the form the client takes", async () => {
    const plain = await ask({});
    expect(await plain.text()).toBe(text);
    const br = await ask({ "accept-encoding": "gzip, deflate, br;q=0.9" });
    expect(br.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(text);
    const zipped = await ask({ "accept-encoding": "gzip, br;q=0" });
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(text);
    expect(zipped.headers.get("vary")).toBe("accept-encoding");
  });

  it("is not sent again to who has it in that form", async () => {
    const headers = { "accept-encoding": "br" };
    const etag = (await ask(headers)).headers.get("etag") ?? "";
    const again = await ask({ ...headers, "if-none-match": `"other", ${etag}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    expect((await ask({ "if-none-match": etag })).status).toBe(200);
  });
});
