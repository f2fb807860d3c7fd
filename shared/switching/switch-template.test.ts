import { globSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { type GroupField, groupField, pruneBlank } from "../../contract/templates/template-file.ts";
import { doubledData } from "../../server/checks/data/long-data.ts";
import { leftoverEntries } from "./leftover-values.ts";
import { switchTemplate } from "./switch-template.ts";

type Known = { slug: string; type: string; fields: GroupField; sample: unknown };
const library: Known[] = globSync("library/*/*/*/template.json").map((file) => {
  const { fields, sample } = JSON.parse(readFileSync(file, "utf8"));
  const [, type = "", , slug = ""] = file.split("/");
  return { slug, type, fields: groupField.parse(fields), sample };
});
const types = [...new Set(library.map(({ type }) => type))].map((type): [string, Known[]] => [
  type,
  library.filter((each) => each.type === type),
]);

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
/** What a person has not typed yet is no fault of the switch. */
const MISSING = ["required", "minItems"];

function refusedBy(known: Known, data: unknown): string[] {
  const key = `${known.type}/${known.slug}`;
  const validate = ajv.getSchema(key) ?? ajv.addSchema({ ...known.fields, $id: key }, key).getSchema(key);
  validate?.(data);
  return (validate?.errors ?? [])
    .filter(({ keyword }) => !MISSING.includes(keyword))
    .map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Some fields and rows left out, so that there are gaps. */
function half(value: unknown, seed: number): unknown {
  if (Array.isArray(value))
    return value.filter((_, at) => (at + seed) % 3 !== 0).map((row) => half(row, seed + 1));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter((_, at) => (at * 7 + seed) % 3 !== 0);
  return Object.fromEntries(entries.map(([name, inner]) => [name, half(inner, seed + 1)]));
}

describe.each(types)("all pairs of %s", (_, templates) => {
  test("give the same data after switching there and back", () => {
    for (const from of templates) {
      const long = doubledData(from.fields, from.sample);
      for (const typed of [from.sample, half(long, 1)]) {
        const data = pruneBlank(typed) ?? {};
        for (const to of templates) {
          const there = switchTemplate(data, from.fields, to.fields);
          expect(refusedBy(to, there.data), `${from.slug} to ${to.slug}`).toEqual([]);
          const back = switchTemplate(there.data, to.fields, from.fields, { kept: there.kept });
          expect(back.data, `${from.slug} to ${to.slug} and back`).toEqual(data);
          expect(back.kept).toEqual({ fields: [], lists: [] });
        }
      }
    }
  });
});

const cvs = library.filter(({ type }) => type === "resumes");

test("keeps a CV complete through all CV templates", () => {
  for (const first of cvs) {
    let now = { data: pruneBlank(first.sample), kept: switchTemplate({}, first.fields, first.fields).kept };
    let fields = first.fields;
    for (const next of [...cvs, first]) {
      now = switchTemplate(now.data, fields, next.fields, { kept: now.kept });
      fields = next.fields;
      expect(refusedBy(next, now.data), next.slug).toEqual([]);
    }
    expect(now.data, first.slug).toEqual(pruneBlank(first.sample));
    expect(now.kept, first.slug).toEqual({ fields: [], lists: [] });
  }
});

const find = (slug: string) => library.find((each) => each.slug === slug) ?? cvs[0];

test("moves values by meaning and names leftovers by label", () => {
  const [datum, signal] = [find("datum"), find("signal")];
  if (!datum || !signal) throw new Error("the library has no Datum or no Signal");
  const { data, kept } = switchTemplate(datum.sample, datum.fields, signal.fields);
  expect(data).toMatchObject({
    name: "Joanna Wierzbicka",
    languages: "Polish, Norwegian, English; reads German manuals",
    work: [{ title: "Lead controls engineer", place: "Tønsvik Havn", years: "2020 to now" }, {}, {}],
  });
  expect(leftoverEntries(kept).map(({ label }) => label)).toEqual(
    expect.arrayContaining(["Certificates", "Key figures", "Skills"]),
  );
});

test("joins and restores the lines of an address", () => {
  const [lines, line] = [find("copperplate"), find("cordial")];
  if (!lines || !line) throw new Error("the library has no Copperplate or no Cordial");
  const data = { name: "Mila", address: "4 Quay Street\nLarnes" };
  const there = switchTemplate(data, lines.fields, line.fields);
  expect(there.data).toEqual({ name: "Mila", address: "4 Quay Street, Larnes" });
  expect(leftoverEntries(there.kept)).toEqual([]);
  const back = (changed: object) => switchTemplate(changed, line.fields, lines.fields, { kept: there.kept });
  expect(back(there.data)).toEqual({ data, kept: { fields: [], lists: [] } });
  expect(back({ ...there.data, address: "7 Mole, Larnes" }).data).toHaveProperty("address", "7 Mole, Larnes");
});

test("keeps new values and their leftovers", () => {
  const [atelier, signal] = [find("atelier"), find("signal")];
  if (!atelier || !signal) throw new Error("the library has no Atelier or no Signal");
  const there = switchTemplate({ name: "Mila", awards: "Jury prize" }, atelier.fields, signal.fields);
  expect(there.kept.fields).toEqual([
    { path: "awards", label: "Awards", means: "cv.awards", value: "Jury prize" },
  ]);
  const back = switchTemplate({ name: "Ada" }, signal.fields, atelier.fields, { kept: there.kept });
  expect(back.data).toEqual({ name: "Ada", awards: "Jury prize" });
});
