import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { groupField } from "../../../../contract/templates/template-file.ts";
import { letterheadOf, pickRelated } from "./letterhead.ts";

const library = globSync("library/*/*/*/template.json").map((file) => {
  const { fields, sample } = JSON.parse(readFileSync(file, "utf8"));
  const [, type = "", , slug = ""] = file.split("/");
  return { slug, type, fields: groupField.parse(fields), sample };
});
const cv = library.find(({ slug }) => slug === "atelier");

test("fills only the head of cover letters from a CV", () => {
  if (!cv) throw new Error("the library has no Atelier");
  const others = library.filter(({ type }) => type !== "resumes");
  const related = pickRelated(others, cv.fields, cv.sample);
  const types = related.map(({ template }) => template.type);
  expect(types).toContain("cover-letters");
  for (const type of types) expect(types.filter((each) => each === type).length).toBeLessThanOrEqual(2);
  const words = Object.values(letterheadOf(cv.fields, cv.sample)).map(String);
  for (const { data } of related) {
    expect(JSON.stringify(data)).toContain(cv.sample.name);
    for (const value of Object.values(data).filter((each) => typeof each === "string"))
      expect(words.map((word) => word.replaceAll("\n", ", "))).toContain(value.replaceAll("\n", ", "));
  }
});

test("needs a name", () => {
  if (!cv) throw new Error("the library has no Atelier");
  expect(pickRelated(library, cv.fields, { work: [{ title: "Illustrator" }] })).toEqual([]);
});
