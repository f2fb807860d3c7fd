import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { readRange, sendFile } from "./byte-range.ts";

describe("readRange", () => {
  it.each([
    ["bytes=0-3", { first: 0, last: 3 }],
    ["bytes=4-", { first: 4, last: 9 }],
    ["bytes=-3", { first: 7, last: 9 }],
    ["bytes=-30", { first: 0, last: 9 }],
    ["bytes=8-99", { first: 8, last: 9 }],
    ["bytes=10-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=5-2", undefined],
    ["bytes=0-1,4-5", undefined],
    ["bytes=-", undefined],
    ["lines=0-1", undefined],
    [undefined, undefined],
  ])("reads %s of ten bytes", (header, range) => expect(readRange(header, 10)).toEqual(range));

  it("finds no range in an empty file", () => expect(readRange("bytes=0-", 0)).toBe("unsatisfiable"));
});

describe("sendFile", () => {
  const app = new Hono().get("/", (c) =>
    sendFile(c, {
      bytes: new TextEncoder().encode("0123456789"),
      etag: '"a"',
      headers: { "content-type": "application/pdf" },
    }),
  );
  const ask = (headers: Record<string, string> = {}) => app.request("/", { headers });

  it("sends the whole file and announces ranges", async () => {
    const answer = await ask();
    expect([answer.status, await answer.text()]).toEqual([200, "0123456789"]);
    expect(answer.headers.get("accept-ranges")).toBe("bytes");
    expect(answer.headers.get("content-length")).toBe("10");
  });

  it("sends a part", async () => {
    const answer = await ask({ range: "bytes=2-4" });
    expect([answer.status, await answer.text()]).toEqual([206, "234"]);
    expect(answer.headers.get("content-range")).toBe("bytes 2-4/10");
    expect(answer.headers.get("content-length")).toBe("3");
  });

  it("rejects a range outside the file", async () => {
    const answer = await ask({ range: "bytes=20-" });
    expect([answer.status, await answer.text()]).toEqual([416, ""]);
    expect(answer.headers.get("content-range")).toBe("bytes */10");
  });

  it("sends the whole file when it has changed", async () => {
    for (const [condition, status] of [
      ['"a"', 206],
      ['"b"', 200],
      ['W/"a"', 200],
      ["Sat, 01 Jan 2000 00:00:00 GMT", 200],
    ] as const)
      expect((await ask({ range: "bytes=2-4", "if-range": condition })).status).toBe(status);
  });

  it("answers 304 for weak tags and lists of tags", async () => {
    for (const known of ['"a"', 'W/"a"', '"b", "a"', 'W/"b", W/"a"', "*"]) {
      const answer = await ask({ "if-none-match": known });
      expect([answer.status, await answer.text()]).toEqual([304, ""]);
      expect(answer.headers.get("etag")).toBe('"a"');
    }
    expect((await ask({ "if-none-match": '"b"' })).status).toBe(200);
  });
});
