import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findBrokenImports, ROOMS, readsEnvironment } from "./import-rules.ts";

const sources = globSync(`{${ROOMS.join(",")}}/**/*.{ts,tsx}`)
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, source: readFileSync(file, "utf8") }));

describe("who imports whom", () => {
  it("finds the sources", () => {
    expect(sources.map(({ file }) => file)).toContain("server/main.ts");
  });

  it("keeps to the rules in every file", () => {
    expect(sources.flatMap(({ file, source }) => findBrokenImports(file, source))).toEqual([]);
  });

  it("reads the environment in one place", () => {
    expect(
      sources.filter(({ file, source }) => readsEnvironment(file, source)).map(({ file }) => file),
    ).toEqual([]);
  });

  it.each([
    ["contract/a.ts", 'import { b } from "../server/b.ts";'],
    ["app/a.ts", 'import { b } from "../server/b.ts";'],
    ["app/routes/home/a.tsx", 'import "../../../server/b.ts";'],
    ["app/a.ts", 'export { b } from "../server/b.ts";'],
    ["app/a.ts", 'const b = await import("../server/b.ts");'],
    ["app/a.ts", 'import { type B, c } from "../server/b.ts";'],
    ["server/http/a.ts", 'import { b } from "../../app/b.ts";'],
    ["server/a.ts", 'import { b } from "../cli/b.ts";'],
    ["cli/a.ts", 'import { b } from "../app/b.ts";'],
  ])("would notice %s with %s", (file, source) => {
    expect(findBrokenImports(file, source)).toHaveLength(1);
  });

  it.each([
    [
      "app/a.ts",
      'import type { B } from "../server/b.ts"; import { c } from "../contract/c.ts"; import "react";',
    ],
    ["server/http/a.ts", 'import { b } from "../content/b.ts"; import { c } from "../../contract/c.ts";'],
    ["cli/a.ts", 'import { b } from "../server/b.ts";'],
  ])("lets %s through with %s", (file, source) => {
    expect(findBrokenImports(file, source)).toEqual([]);
  });

  it("would notice a second reader of the environment", () => {
    expect(readsEnvironment("server/http/a.ts", "const x = process.env.PORT;")).toBe(true);
    expect(readsEnvironment("server/kernel/settings.ts", "const x = process.env.PORT;")).toBe(false);
  });
});
