import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accessPage } from "./access-page.ts";
import { describeCollections } from "./index.ts";

test("docs/access.md is what the collections say (npm run docs:access writes it)", () => {
  const page = readFileSync(new URL("../../docs/access.md", import.meta.url), "utf8");
  expect(page).toBe(accessPage(describeCollections()));
});
