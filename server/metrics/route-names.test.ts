import { expect, it } from "vitest";
import { createRouteNames, pagePatterns, UNKNOWN_ROUTE } from "./route-names.ts";

const pages = pagePatterns({
  root: { path: "" },
  frame: { parentId: "root" },
  home: { parentId: "frame" },
  templates: { parentId: "frame", path: "templates" },
  type: { parentId: "frame", path: ":templates" },
  template: { parentId: "frame", path: ":templates/:slug" },
  studio: { parentId: "root", path: "studio/drafts/:id" },
  unknown: { parentId: "root", path: "*" },
});
const names = createRouteNames(pages);

it("counts requests by route pattern, never by path", () => {
  expect(names.ofPath("/")).toBe("/");
  expect(names.ofPath("/templates")).toBe("/templates");
  expect(names.ofPath("/invoices")).toBe("/:templates");
  expect(names.ofPath("/invoices/plain.data")).toBe("/:templates/:slug");
  expect(names.ofPath("/_root.data")).toBe("/");
  expect(names.ofPath("/studio/drafts/7")).toBe("/studio/drafts/:id");
  expect(names.ofPath("/items/templates")).toBe("/items/:collection");
  expect(names.ofPath("/items/templates/7")).toBe("/items/:collection/:id");
  expect(names.ofPath("/a/b/c/d/e/f")).toBe(UNKNOWN_ROUTE);
});

it("splits catch-all routes by path", () => {
  expect(names.ofMounted("/render/:file", "/render/7.svg")).toBe("/render/:file");
  expect(names.ofMounted("/*", "/invoices/plain")).toBe("/:templates/:slug");
  expect(names.ofMounted("*", "/auth")).toBe(UNKNOWN_ROUTE);
  expect(names.ofMounted("/*", "/items/no/such/path")).toBe(UNKNOWN_ROUTE);
  expect(names.ofMounted("/*", "/builds/assets/root-1a2b.js")).toBe("/builds/assets/:name");
});
