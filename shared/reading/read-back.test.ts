import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { groupField } from "../../contract/templates/template-file.ts";
import { doubledData } from "../../server/checks/data/long-data.ts";
import { asMessage } from "../../server/errors/messages.ts";
import { findUnread, readBack } from "./read-back.ts";

const namesOfUnread = (...given: Parameters<typeof findUnread>) =>
  findUnread(...given).map((text) => asMessage(text).message);

const text = (means: string) => ({ type: "string", title: "Text", "x-means": means });
const rows = (properties: object) => ({
  type: "array",
  title: "Rows",
  items: { type: "object", additionalProperties: false, properties },
});
const CV = groupField.parse({
  type: "object",
  additionalProperties: false,
  properties: {
    name: text("sender.name"),
    email: text("sender.email"),
    motto: { type: "string", title: "Motto" },
    work: rows({
      title: text("work[].position"),
      place: text("work[].organisation"),
      years: text("work[].years"),
    }),
  },
});
const DATA = {
  name: "Mila Sorell",
  email: "mila@sorell.example",
  motto: "Never dark",
  work: [
    { title: "Designer", place: "Studio Sorell", years: "2021 to now" },
    { title: "Assistant", place: "Brenholm Stadsteater", years: "2016 to 2018" },
  ],
};

test("ignores capitals, line breaks and the order within a row", () => {
  const page =
    "MILA\nSORELL\nmila@\nsorell.example\n2021 to now Designer\nStudio Sorell\n2016 to 2018 Assistant Brenholm Stadsteater";
  expect(namesOfUnread(CV, DATA, page)).toEqual([]);
});

test("doesn't find an address hyphenated at the end of a line", () => {
  const rest = "\nDesigner Studio Sorell 2021 to now\nAssistant Brenholm Stadsteater 2016 to 2018";
  const missing = ['"mila@sorell.example" isn’t in the text of the PDF'];
  expect(namesOfUnread(CV, DATA, `Mila Sorell\nmila@sorell.exam-\nple${rest}`)).toEqual(missing);
  expect(namesOfUnread(CV, DATA, `Mila Sorell\nmila@sorell.exam\u00ad\nple${rest}`)).toEqual(missing);
  expect(namesOfUnread(CV, DATA, `Mila Sorell\nmila@sorell.\nexample${rest}`)).toEqual([]);
});

test("names a missing contact and employer", () => {
  const page = "Mila Sorell\nDesigner, Studio Sorell, 2021 to now\nAssistant, 2016 to 2018";
  expect(namesOfUnread(CV, DATA, page)).toEqual([
    '"mila@sorell.example" isn’t in the text of the PDF',
    '"Brenholm Stadsteater" isn’t in the text of the PDF',
  ]);
});

test("names years in a separate column after all jobs", () => {
  const page =
    "Mila Sorell mila@sorell.example Designer Studio Sorell Assistant Brenholm Stadsteater 2021 to now 2016 to 2018";
  expect(namesOfUnread(CV, DATA, page)).toEqual([
    '"Assistant" is in the text of the PDF, but not in its row',
    '"Brenholm Stadsteater" is in the text of the PDF, but not in its row',
  ]);
});

test("looks for every value shown as typed, with its path", () => {
  const page =
    "Mila Sorell\nNever\ndark\nAssistant\nBrenholm Stadsteater 2016 to 2018\nDesigner Studio Sorell 2021 to now";
  expect(readBack(CV, { ...DATA, motto: "Never dark\nnever late" }, page)).toEqual([
    { path: "name", value: "Mila Sorell", state: "found" },
    { path: "email", value: "mila@sorell.example", state: "missing" },
    { path: "motto", value: "Never dark\nnever late", state: "missing" },
    { path: "work.0.title", value: "Designer", state: "found" },
    { path: "work.0.place", value: "Studio Sorell", state: "found" },
    { path: "work.0.years", value: "2021 to now", state: "found" },
    { path: "work.1.title", value: "Assistant", state: "elsewhere" },
    { path: "work.1.place", value: "Brenholm Stadsteater", state: "elsewhere" },
    { path: "work.1.years", value: "2016 to 2018", state: "elsewhere" },
  ]);
});

const cvs = globSync("library/resumes/*/*/template.json").map((file) => ({
  slug: file.split("/")[3] ?? "",
  ...JSON.parse(readFileSync(file, "utf8")),
}));

/** All texts of a sample under the names that templates give what is asked of a CV. */
function textsUnder(value: unknown, names: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((row) => textsUnder(row, names));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === "string" && names.includes(name) ? [inner] : textsUnder(inner, names),
  );
}

test.each(cvs)("$slug: names every value for an empty page", ({ fields, sample }) => {
  const group = groupField.parse(fields);
  for (const data of [sample, doubledData(group, sample)]) {
    const named = namesOfUnread(group, data, "").join("\n");
    const { name, profession, email, phone, website, town, address, training } = data as Record<
      string,
      string
    >;
    const contacts = [name, profession, email, phone, website, town, address, training].filter(
      (text) => text,
    );
    const path = textsUnder({ work: data.work, education: data.education }, ["title", "place", "years"]);
    const credits = textsUnder(data.credits, ["role", "where"]);
    const asked = [...contacts, ...path, ...credits];
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((text) => !named.includes(`"${text}"`))).toEqual([]);
  }
});
