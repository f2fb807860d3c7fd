import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSources } from "../../tests/structure/import-graph.ts";
import { readPassedBefore, SERVING_CODE } from "./passed-before.ts";

const FERRY = fileURLToPath(
  new URL("../../tests/fixtures/library-broken/bad-schema/notes/plain/ferry", import.meta.url),
);

let library: string;
let folder: string;
let file: string;
beforeAll(() => {
  library = mkdtempSync(path.join(tmpdir(), "typecase-passed-"));
  folder = path.join(library, "notes/plain/ferry");
  file = path.join(library, "passed.json");
  cpSync(FERRY, folder, { recursive: true });
  mkdirSync(path.join(library, "kit"));
  writeFileSync(path.join(library, "kit/kit.typ"), "");
});
afterAll(() => rmSync(library, { recursive: true }));

const read = (choices: unknown = "some") => readPassedBefore(file, library, choices);

test("remembers a passed template until its files, the kit or the checks change", () => {
  expect(read().has(folder)).toBe(false);
  read().record([folder]);
  expect(read().has(folder)).toBe(true);
  expect(read("all").has(folder)).toBe(false);

  writeFileSync(path.join(library, "kit/kit.typ"), "// changed");
  expect(read().has(folder)).toBe(false);
  read().record([folder]);
  writeFileSync(path.join(folder, "template.typ"), "= Changed");
  expect(read().has(folder)).toBe(false);
});

test("leaves out only code that no check runs", () => {
  const imports = new Map(readSources().map((file) => [file.path, file.imports]));
  const run = new Set(["cli/library/check.ts", ...globSync("server/rendering/worker/*.ts")]);
  for (const path of run) for (const next of imports.get(path) ?? []) run.add(next);
  expect(run.size).toBeGreaterThan(100);
  expect(globSync(SERVING_CODE).filter((path) => run.has(path))).toEqual([]);
});

test("adds to the record what passed in a part of the library, and drops templates that are gone", () => {
  const recorded = () => Object.keys(JSON.parse(readFileSync(file, "utf8")));
  const pier = path.join(library, "notes/plain/pier");
  cpSync(FERRY, pier, { recursive: true });
  read().record([folder, pier]);
  writeFileSync(path.join(pier, "template.typ"), "= Changed");
  read().record([folder]);
  expect(recorded()).toEqual(["notes/plain/ferry", "notes/plain/pier"]);
  expect([folder, pier].map(read().has)).toEqual([true, false]);
  rmSync(pier, { recursive: true });
  read().record([folder]);
  expect(recorded()).toEqual(["notes/plain/ferry"]);
});
