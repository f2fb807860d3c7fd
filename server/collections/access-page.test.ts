import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accessPage } from "./access-page.ts";
import { describeCollections } from "./index.ts";

test("docs/access.md is up to date (npm run docs:access)", () => {
  const page = readFileSync(new URL("../../docs/access.md", import.meta.url), "utf8");
  expect(page).toBe(accessPage(describeCollections()));
});
