import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

type Type = { slug: string; categories: { slug: string }[] };

test("every category has at least two templates", () => {
  const types: Type[] = JSON.parse(readFileSync("library/types.json", "utf8"));
  const categories = types.flatMap(({ slug, categories }) =>
    categories.map((category) => path.join("library", slug, category.slug)),
  );
  expect(categories.length).toBeGreaterThanOrEqual(40);
  expect(categories.filter((folder) => globSync(`${folder}/*/template.json`).length < 2)).toEqual([]);
});
