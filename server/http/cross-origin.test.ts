import { Hono } from "hono";
import { expect, it } from "vitest";
import { answerThrown } from "../request/error-response.ts";
import type { RequestEnv } from "../request/request.ts";
import { guardOrigins, isCrossOrigin } from "./cross-origin.ts";

const sent = (headers: Record<string, string>) =>
  new Request("http://internal:3000/auth/sign-out", { headers });

it("accepts only the public address if there is one", () => {
  const settings = { publicUrl: "https://templates.example.org", corsOrigins: [] };
  expect(isCrossOrigin(sent({ origin: "https://templates.example.org" }), settings)).toBe(false);
  expect(isCrossOrigin(sent({ origin: "http://templates.example.org" }), settings)).toBe(true);
  expect(isCrossOrigin(sent({ origin: "http://internal:3000" }), settings)).toBe(true);
});

it("accepts the requested host without a public address", () => {
  const settings = { publicUrl: undefined, corsOrigins: [] };
  expect(isCrossOrigin(sent({ origin: "http://internal:3000" }), settings)).toBe(false);
  expect(isCrossOrigin(sent({ origin: "https://internal:3000" }), settings)).toBe(false);
  expect(isCrossOrigin(sent({ origin: "http://internal:3001" }), settings)).toBe(true);
  expect(isCrossOrigin(sent({ origin: "null" }), settings)).toBe(true);
  expect(isCrossOrigin(sent({ origin: "" }), settings)).toBe(true);
});

it("uses Sec-Fetch-Site without an Origin", () => {
  const settings = { publicUrl: undefined, corsOrigins: [] };
  expect(isCrossOrigin(sent({ "sec-fetch-site": "cross-site" }), settings)).toBe(true);
  expect(isCrossOrigin(sent({ "sec-fetch-site": "same-site" }), settings)).toBe(true);
  expect(isCrossOrigin(sent({ "sec-fetch-site": "same-origin" }), settings)).toBe(false);
  expect(isCrossOrigin(sent({ "sec-fetch-site": "none" }), settings)).toBe(false);
  expect(isCrossOrigin(sent({}), settings)).toBe(false);
});

it("blocks cross-origin writes on every path and no reads", async () => {
  const app = new Hono<RequestEnv>();
  app.onError(answerThrown);
  app.use(guardOrigins({ publicUrl: undefined, corsOrigins: ["https://partner.example"] }));
  app.all("*", (c) => c.text("through"));
  const ask = async (method: string, path: string, headers: Record<string, string>) =>
    (await app.request(`http://localhost:3000${path}`, { method, headers })).status;
  for (const path of ["/items/history", "/files", "/render/x.pdf", "/auth/sign-out"]) {
    for (const [header, value] of [
      ["origin", "https://evil.example"],
      ["sec-fetch-site", "cross-site"],
    ] as const) {
      const foreign = { [header]: value };
      for (const method of ["POST", "PATCH", "DELETE"]) expect(await ask(method, path, foreign)).toBe(403);
      for (const method of ["GET", "SEARCH"]) expect(await ask(method, path, foreign)).toBe(200);
    }
    expect(
      await ask("POST", path, { origin: "https://partner.example", "sec-fetch-site": "cross-site" }),
    ).toBe(200);
    expect(await ask("POST", path, {})).toBe(200);
  }
});
