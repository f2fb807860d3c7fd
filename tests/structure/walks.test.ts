import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeGap, readWalks } from "./walks.ts";

const markdown = readFileSync("docs/architecture.md", "utf8");
const walks = readWalks(markdown);

describe("the request paths of docs/architecture.md", () => {
  it("are the five paths and their shared part", () => {
    expect(walks.map(({ title }) => title)).toEqual([
      "Every request",
      "(a) A heart",
      "(b) A PDF over HTTP",
      "(c) A template page",
      "(d) A keystroke",
      "(e) Publishing a template version",
    ]);
  });

  it.each(walks)("$title: each file is reached from an earlier one", ({ steps }) => {
    const files = steps.map(({ file }) => file);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
    const gaps = steps.slice(1).map((step, index) => describeGap(steps.slice(0, index + 1), step));
    expect(gaps.filter(Boolean)).toEqual([]);
  });

  it("have as many files as the table says", () => {
    const counts = [...markdown.matchAll(/^\| (?:every request|\([a-e]\) .+) \| (\d+) \|$/gm)];
    expect(counts.map(([, count]) => Number(count))).toEqual(walks.map(({ steps }) => steps.length));
  });

  it("reject an unreachable file", () => {
    const root = [{ file: "app/root.tsx" }];
    expect(describeGap(root, { file: "server/main.ts" })).toContain("server/main.ts");
    expect(describeGap(root, { file: "server/http/app.ts", route: "GET /nowhere/:id" })).toBeDefined();
    expect(describeGap(root, { file: "server/main.ts", isEntry: true })).toBeDefined();
  });
});
