import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { groupField } from "../../../../contract/templates/template-file.ts";
import { readBytes } from "../../details/import/import-file.ts";
import { fillDraft } from "./import-file.ts";

const read = (place: string) => readFileSync(new URL(`../../../../${place}`, import.meta.url));
const resume = readBytes(new Uint8Array(read("tests/fixtures/imports/resume-whole.json"))).result.understood;
const template = (folder: string) => ({
  fields: groupField.parse(JSON.parse(read(`library/resumes/${folder}/template.json`).toString()).fields),
});

it("fills a CV from a JSON Resume and keeps other values", () => {
  const draft = { data: { name: "Mila", interests: "Chess" }, theme: { language: "de" as const } };
  const { data, count } = fillDraft(template("classic/margin"), draft, resume);
  expect(count).toBeGreaterThan(8);
  expect(data).toMatchObject({ name: "Mila Sorell" });
  expect(JSON.stringify(data)).toContain("2021–heute");
  const kept = fillDraft(template("creative/cameo"), draft, { texts: {}, lists: {} });
  expect(kept).toEqual({ data: draft.data, count: 0 });
});

it("imports interests, volunteering and highlights", () => {
  const { data } = fillDraft(template("first-jobs-and-trades/sash"), { data: {}, theme: {} }, resume);
  const written = JSON.stringify(data);
  expect(written).toContain("Lighthouses: Fresnel");
  expect(written).toContain("Teacher (volunteer)");
  expect(written).not.toMatch(/\., /);
});
