import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as sdk from "@directus/sdk";
import { describe, expect, it } from "vitest";

const documents = globSync("{README.md,CONTRIBUTING.md,SECURITY.md,docs/**/*.md,tests/**/README.md}");
const NAMED =
  /`((?:app|server|contract|shared|cli|bench|tests|scripts|docs)\/[\w./-]+\.(?:tsx?|mjs|css|md))`/g;
const DECISION = /docs\/decisions\/[\w.-]+\.md/g;

describe("the README's list of Directus calls", () => {
  it("is tested", () => {
    const [, said = ""] =
      /works unchanged with `rest\(\)`([\s\S]*?)Everything else/.exec(readFileSync("README.md", "utf8")) ??
      [];
    const named = [...said.matchAll(/`(\w+)(?:\(\))?`/g)].map(([, call = ""]) => call);
    const calls = named.filter((name) => Object.hasOwn(sdk, name));
    const tested = ["sdk", "sign-in"]
      .map((name) => readFileSync(`tests/api/directus-${name}.test.ts`, "utf8"))
      .map((source) => source.replace(/import \{[\s\S]*?\}/, ""))
      .join("\n");
    expect(calls.length).toBeGreaterThan(25);
    expect(calls.filter((call) => !tested.includes(`${call}(`))).toEqual([]);
  });
});

describe("files that documents name", () => {
  it("finds the documents", () => {
    expect(documents).toContain("docs/architecture.md");
  });

  it.each(documents)("%s names no missing file", (document) => {
    const named = [...readFileSync(document, "utf8").matchAll(NAMED)].map(([, path = ""]) => path);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(documents)("%s links to no missing file", (document) => {
    const text = readFileSync(document, "utf8").replace(/^( {4}|```)[\s\S]*?(```|\n)/gm, "");
    const linked = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(
      ([, path = ""]) => path,
    );
    expect(linked.filter((path) => !existsSync(join(dirname(document), path)))).toEqual([]);
  });
});

describe("decisions", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  const records = globSync("docs/decisions/[0-9]*.md");

  it.each(records)("%s is in the index and has the common layout", (record) => {
    expect(index).toContain(`(${basename(record)})`);
    const headings = [...readFileSync(record, "utf8").matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(["Context", "Decision", "Alternatives", "Consequences"]);
  });

  it("named in code exist", () => {
    const sources = globSync("{app,server,contract,shared,cli,bench,scripts,tests}/**/*.{ts,tsx,mjs}", {
      exclude: ["**/node_modules/**"],
    });
    const named = sources.flatMap((source) => readFileSync(source, "utf8").match(DECISION) ?? []);
    expect(named).not.toEqual([]);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });
});
