import { globSync, readdirSync, readFileSync } from "node:fs";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import type { MeaningValues } from "../../../../contract/people/details.ts";
import { groupField } from "../../../../contract/templates/template-file.ts";
import { fillIn } from "../../../../shared/filling/filling.ts";
import { readBytes } from "./import-file.ts";

const FOLDER = new URL("../../../../tests/fixtures/imports/", import.meta.url);
const cvs = globSync("library/resumes/*/*/template.json").map((file) => ({
  slug: file.split("/")[3] ?? "",
  fields: groupField.parse(JSON.parse(readFileSync(file, "utf8")).fields),
}));

const understood = (bytes: Uint8Array) => readBytes(bytes).result.understood;

function linkedin(): Uint8Array {
  const names = readdirSync(new URL("linkedin/", FOLDER));
  return zipSync(
    Object.fromEntries(
      names.map((name) => [name, new Uint8Array(readFileSync(new URL(`linkedin/${name}`, FOLDER)))]),
    ),
  );
}

/** Every position, employer, school, degree, language and skill, one by one. */
function pathOf({ texts, lists }: MeaningValues): string[] {
  const cells = (list: string, ...keys: string[]) =>
    (lists[list] ?? []).flatMap((row) => keys.flatMap((key) => row[key] ?? []));
  return [
    ...cells("work", "position", "organisation"),
    ...cells("education", "study", "institution"),
    ...cells("skills", "keywords").flatMap((words) => words.split(", ")),
    ...(texts["cv.languages"]?.split("\n") ?? []),
  ];
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

/** What a template that is started with the words does not have; those that have everything are left out. */
function withoutPlace(values: MeaningValues): Record<string, string[]> {
  const missing = cvs.map(({ slug, fields }) => {
    const data = textsIn(fillIn(fields, values));
    return [slug, pathOf(values).filter((value) => !data.some((text) => text.includes(value)))] as const;
  });
  return Object.fromEntries(missing.filter(([, values]) => values.length > 0));
}

test.each([
  ["a JSON Resume", readFileSync(new URL("resume-whole.json", FOLDER))],
  ["LinkedIn’s ZIP", linkedin()],
])("fills every CV template completely from %s", (_, file) => {
  expect(cvs.length).toBeGreaterThan(5);
  expect(withoutPlace(understood(file))).toEqual({});
});

test("derives years from dates and keeps other text", () => {
  const values = understood(readFileSync(new URL("resume-whole.json", FOLDER)));
  const signal = cvs.find(({ slug }) => slug === "signal");
  const data = signal ? fillIn(signal.fields, values) : {};
  expect(data).toMatchObject({
    work: [
      { years: "2021–present" },
      { years: "2018–2021" },
      { years: "2016 to 2019-13" },
      { years: "2020–present" },
    ],
    education: [{ years: "2013–2016" }, { years: "2013" }],
  });
});
