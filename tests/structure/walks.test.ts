import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeGap, readWalks } from "./walks.ts";

const walks = readWalks(readFileSync("docs/architecture.md", "utf8"));

/** How many files a stranger may have to open. */
const MOST: Record<string, number> = {
  "(a) A heart": 8,
  "(b) A PDF over HTTP": 15,
  "(c) A template page": 15,
  "(d) A keystroke": 15,
};

describe("the four walks of docs/architecture.md", () => {
  it("are there", () => {
    expect(walks.map(({ title }) => title)).toEqual(Object.keys(MOST));
  });

  it.each(walks)("$title: each file leads to the next", ({ title, steps }) => {
    expect(steps.map(({ file }) => file).filter((file) => !existsSync(file))).toEqual([]);
    const gaps = steps.slice(1).map((step, index) => describeGap(steps[index] ?? step, step));
    expect(gaps.filter(Boolean)).toEqual([]);
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.length).toBeLessThanOrEqual(MOST[title] ?? 0);
  });

  it("would notice a file that doesn't lead to the next", () => {
    expect(describeGap({ file: "app/root.tsx" }, { file: "server/main.ts" })).toContain("app/root.tsx");
    expect(
      describeGap({ file: "app/root.tsx" }, { file: "server/http/app.ts", route: "GET /nowhere/:id" }),
    ).toContain("app/root.tsx");
  });
});
