import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

test("every type has two templates with an Arabic sample", () => {
  const counts = new Map<string, number>();
  for (const file of globSync("library/*/*/*/template.json")) {
    const [, type = ""] = file.split(path.sep);
    const { samples = {} } = JSON.parse(readFileSync(file, "utf8")) as { samples?: Record<string, unknown> };
    counts.set(type, (counts.get(type) ?? 0) + ("ar" in samples ? 1 : 0));
  }
  expect(counts.size).toBeGreaterThanOrEqual(24);
  expect([...counts].filter(([, count]) => count < 2)).toEqual([]);
});

test("Arabic samples have Arabic punctuation, Western digits and no vowel signs", () => {
  const odd = globSync("library/*/*/*/template.json").flatMap((file) => {
    const { samples = {} } = JSON.parse(readFileSync(file, "utf8")) as { samples?: Record<string, unknown> };
    const text = JSON.stringify(samples.ar ?? "");
    return [...text.matchAll(/\p{Script=Arabic}[,;?]|[٠-٩]|[\u064B-\u0652]/gu)].map(
      ([found]) => `${file}: ${found}`,
    );
  });
  expect(odd).toEqual([]);
});
