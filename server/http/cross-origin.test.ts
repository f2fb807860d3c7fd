import { expect, it } from "vitest";
import { isCrossOrigin } from "./cross-origin.ts";

const sent = (headers: Record<string, string>) =>
  new Request("http://internal:3000/auth/sign-out", { headers });

it("with a public address only that one is ours", () => {
  const settings = { publicUrl: "https://templates.example.org", corsOrigins: [] };
  expect(isCrossOrigin(sent({ origin: "https://templates.example.org" }), settings)).toBe(false);
  expect(isCrossOrigin(sent({ origin: "http://templates.example.org" }), settings)).toBe(true);
  expect(isCrossOrigin(sent({ origin: "http://internal:3000" }), settings)).toBe(true);
});

it("without one it is the host that was asked, over http or https", () => {
  const settings = { publicUrl: undefined, corsOrigins: [] };
  expect(isCrossOrigin(sent({ origin: "http://internal:3000" }), settings)).toBe(false);
  expect(isCrossOrigin(sent({ origin: "https://internal:3000" }), settings)).toBe(false);
  expect(isCrossOrigin(sent({ origin: "http://internal:3001" }), settings)).toBe(true);
  expect(isCrossOrigin(sent({ origin: "null" }), settings)).toBe(true);
  expect(isCrossOrigin(sent({ origin: "" }), settings)).toBe(true);
});

it("where no origin is named the browser's own word counts, and a program says nothing", () => {
  const settings = { publicUrl: undefined, corsOrigins: [] };
  expect(isCrossOrigin(sent({ "sec-fetch-site": "cross-site" }), settings)).toBe(true);
  expect(isCrossOrigin(sent({ "sec-fetch-site": "same-site" }), settings)).toBe(true);
  expect(isCrossOrigin(sent({ "sec-fetch-site": "same-origin" }), settings)).toBe(false);
  expect(isCrossOrigin(sent({ "sec-fetch-site": "none" }), settings)).toBe(false);
  expect(isCrossOrigin(sent({}), settings)).toBe(false);
});
