import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findCircles, importsOf, packagesOf, readSources } from "./import-graph.ts";
import { describeBrokenRule, readsEnvironment } from "./import-rules.ts";

const sources = readSources();

describe("imports", () => {
  it("finds the sources", () => {
    expect(sources.map(({ path }) => path)).toContain("server/main.ts");
  });

  it("follow the rules in every file", () => {
    const broken = sources.flatMap(({ path, imports }) =>
      imports.flatMap((target) => describeBrokenRule(path, target) ?? []),
    );
    expect(broken).toEqual([]);
  });

  it("have no cycle, types included", () => {
    expect(findCircles(sources)).toEqual([]);
  });

  it("leave Node and the page out of what a browser's worker runs too", () => {
    const tied = /["']node:|(?<!#set )\b(?:Buffer|process|document|window|localStorage|navigator)\s*[.[(]/;
    const engine = sources.filter(({ path }) => path.startsWith("engine/"));
    expect(engine.length).toBeGreaterThan(15);
    const codeOf = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    expect(engine.filter(({ source }) => tied.test(codeOf(source))).map(({ path }) => path)).toEqual([]);
  });

  it("use sharp in picture processes only", () => {
    const own = (path: string) => path.startsWith("server/pictures/worker/");
    const others = sources.filter(({ path }) => path.startsWith("server/") && !own(path));
    expect(
      others
        .filter(({ source }) => /(from|import|require)\s*\(?\s*["']sharp["']/.test(source))
        .map(({ path }) => path),
    ).toEqual([]);
    expect(others.filter(({ imports }) => imports.some(own)).map(({ path }) => path)).toEqual([]);
  });

  it("avoid lazy loading that breaks the page on failure", () => {
    const harmful = sources.filter(
      ({ path, source }) =>
        path.startsWith("app/") && (/\blazy\b[^;]*from "react"/.test(source) || /\sprefetch=/.test(source)),
    );
    expect(harmful.map(({ path }) => path)).toEqual([]);
  });

  it("use only packages that `npm start` installs", () => {
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const development = ["vitest.config.ts", "lingui.config.ts"];
    const building = globSync("{scripts/build/*.ts,*.config.ts}", { exclude: development }).map((path) => ({
      path,
      source: readFileSync(path, "utf8"),
    }));
    const missing = [...sources.filter(({ path }) => !path.startsWith("bench/")), ...building].flatMap(
      ({ path, source }) => {
        const packages = packagesOf(path, source);
        if (packages.includes("vitest")) return []; // only used by the test next to it
        return packages.filter((name) => !(name in dependencies)).map((name) => `${path}: ${name}`);
      },
    );
    expect(missing).toEqual([]);
    const source = 'import type { A } from "a";\nimport { b } from "@b/c/d";\nawait import("e/f.js");';
    expect(packagesOf("x.ts", source)).toEqual(["@b/c", "e"]);
  });

  it("read the environment in one place", () => {
    const readers = sources.filter(({ path, source }) => readsEnvironment(path, source));
    expect(readers.map(({ path }) => path)).toEqual([]);
  });
});

describe("the import rules", () => {
  it.each([
    ["contract/a.ts", "server/config/b.ts"],
    ["contract/a.ts", "shared/text/b.ts"],
    ["shared/text/a.ts", "app/lib/b.ts"],
    ["app/lib/a.ts", "server/config/b.ts"],
    ["app/routes/home/a.tsx", "server/pages/b.ts"],
    ["server/http/a.ts", "app/lib/b.ts"],
    ["server/http/a.ts", "cli/b.ts"],
    ["cli/a.ts", "app/lib/b.ts"],
    ["server/config/a.ts", "server/database/b.ts"],
    ["server/content/a.ts", "server/collections/b.ts"],
    ["server/accounts/a.ts", "server/rendering/b.ts"],
    ["server/nowhere/a.ts", "server/config/b.ts"],
    ["app/lib/a.ts", "app/ui/b.tsx"],
    ["app/features/saved/a.ts", "app/features/catalogue/index.ts"],
    ["app/features/documents/a.ts", "app/features/search/index.ts"],
    ["app/features/catalogue/a.tsx", "app/features/saved/b.ts"],
    ["app/routes/home/page.tsx", "app/features/saved/b.ts"],
  ])("reject that %s imports %s", (from, to) => {
    expect(describeBrokenRule(from, to)).toContain(from);
  });

  it.each([
    ["app/lib/a.ts", "contract/c.ts"],
    ["app/lib/a.ts", "shared/text/c.ts"],
    ["shared/text/a.ts", "contract/c.ts"],
    ["server/http/a.ts", "server/content/b.ts"],
    ["server/content/query/a.ts", "server/content/b.ts"],
    ["cli/a.ts", "server/content/b.ts"],
    ["app/features/catalogue/a.tsx", "app/features/saved/index.ts"],
    ["app/features/editor/form/a.tsx", "app/features/editor/preview/b.ts"],
    ["app/routes/home/page.tsx", "app/features/saved/index.ts"],
  ])("allow %s to import %s", (from, to) => {
    expect(describeBrokenRule(from, to)).toBeUndefined();
  });

  it.each([
    'import { b } from "../server/b.ts";',
    'import "../server/b.ts";',
    'import type { B } from "../server/b.ts";',
    'import { type B, c } from "../server/b.ts";',
    'export { b } from "../server/b.ts";',
    'export type { B } from "../server/b.ts";',
    'const b = await import("../server/b.ts");',
  ])("detect the import in %s", (source) => {
    expect(importsOf("app/a.ts", source)).toEqual(["server/b.ts"]);
  });

  it("detect a cycle through a third file", () => {
    const a = { path: "a.ts", imports: ["b.ts"] };
    const b = { path: "b.ts", imports: ["c.ts"] };
    expect(findCircles([a, b, { path: "c.ts", imports: ["a.ts"] }])).toEqual([["a.ts", "b.ts", "c.ts"]]);
    expect(findCircles([a, b, { path: "c.ts", imports: ["d.ts"] }, { path: "d.ts", imports: [] }])).toEqual(
      [],
    );
  });

  it("detect a second reader of the environment", () => {
    expect(readsEnvironment("server/http/a.ts", "const x = process.env.PORT;")).toBe(true);
    expect(readsEnvironment("server/config/settings.ts", "const x = process.env.PORT;")).toBe(false);
  });
});
