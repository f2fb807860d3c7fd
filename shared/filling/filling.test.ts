import { globSync, readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import type { MeaningRow, MeaningValues } from "../../contract/people/details.ts";
import { listOf, meaningOf } from "../../contract/templates/field-meaning.ts";
import { MEANINGS } from "../../contract/templates/meanings.ts";
import { type GroupField, groupField } from "../../contract/templates/template-file.ts";
import { placesIn, readAt } from "../switching/field-pairs.ts";
import { fillIn, newPlaces } from "./filling.ts";

const library = globSync("library/*/*/*/template.json").map((file) => ({
  slug: file.split("/")[3] ?? "",
  fields: groupField.parse(JSON.parse(readFileSync(file, "utf8")).fields),
}));
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);

/** What a person has not typed is no fault of what was filled in. */
function refused(validate: ValidateFunction, data: unknown): string[] {
  validate(data);
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== "required" && keyword !== "minItems")
    .map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Every meaning there is, with whatever `say` gives it, and three rows of every list. */
function everyMeaning(say: (at: number) => string): MeaningValues {
  const values: MeaningValues = { texts: {}, lists: {} };
  let at = 0;
  for (const name of Object.keys(MEANINGS)) {
    const list = listOf(name);
    if (list === undefined) values.texts[name] = say(at++);
    else {
      values.lists[list] ??= [{}, {}, {}];
      for (const row of values.lists[list]) row[name.split("[].")[1] ?? ""] = say(at++);
    }
  }
  return values;
}

const ODD = [
  "x".repeat(7_000),
  "",
  "\n \n",
  "a, b\nc",
  "2026-13-45",
  "2026-02-29",
  "2028-02-29",
  "25:99",
  "9:30",
  "-1",
  "12.5",
  "EUR",
  "eur",
  "a@b",
  "a@b.example",
  "not: a/uri%",
  "https://a.example/%zz",
  "税\u202e‏",
  "data:image/png;base64,AAAA",
];
const formats = groupField.parse({
  type: "object",
  additionalProperties: false,
  properties: {
    mail: { type: "string", format: "email", "x-means": "sender.email" },
    day: { type: "string", format: "date", "x-means": "document.date" },
    hour: { type: "string", format: "time", "x-means": "event.time" },
    site: { type: "string", format: "uri", "x-means": "sender.website" },
    code: { type: "string", pattern: "^[A-Z]{3}$", "x-means": "sender.bic" },
    names: {
      type: "array",
      maxItems: 2,
      items: { type: "string", maxLength: 3, "x-means": "people[].name" },
    },
  },
});

test("fills every template with values it accepts", () => {
  expect(library.length).toBeGreaterThanOrEqual(60);
  for (const { slug, fields } of [...library, { slug: "formats", fields: formats }]) {
    const validate = ajv.compile(fields);
    for (const seed of [0, 3, 8, 13]) {
      const values = everyMeaning((at) => ODD[(at * 7 + seed) % ODD.length] ?? "");
      expect(refused(validate, fillIn(fields, values)), `${slug} with ${seed}`).toEqual([]);
    }
  }
});

test("fills in every known meaning, in every row", () => {
  const values = everyMeaning((at) => at.toString(36).padStart(2, "0"));
  for (const { slug, fields } of library) {
    const data = fillIn(fields, values);
    for (const { path, field, means } of placesIn(fields)) {
      const isWords = field.type === "string" && !field.format && !field.pattern;
      if (isWords && means) expect(readAt(data, path), `${slug} ${path}`).toBe(values.texts[means]);
      if (field.type !== "array" || !means || field.items.type !== "object") continue;
      const rows = values.lists[means.slice(0, -2)] ?? [];
      for (const inner of placesIn(field.items)) {
        const key = meaningOf(inner.field)?.split("[].")[1];
        if (!key || inner.field.type !== "string" || inner.field.format || inner.field.pattern) continue;
        const there = rows.map((_, at) => readAt(data, `${path}.${at}.${inner.path}`));
        expect(
          there.filter((word) => word !== undefined),
          `${slug} ${path}`,
        ).toEqual(rows.map((row) => row[key]).slice(0, field.maxItems));
      }
    }
  }
});

const asks = (...meanings: string[]): GroupField =>
  groupField.parse({
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(
      meanings.map((means) => [
        means.replaceAll(/\W/g, "_"),
        { type: "string", "x-widget": "multiline", "x-means": means },
      ]),
    ),
  });
const filled = (meaning: string, texts: Record<string, string>, lists: MeaningValues["lists"] = {}) =>
  Object.values(fillIn(asks(meaning), { texts, lists }))[0];

test("composes addresses and splits them only if certain", () => {
  const parts = { "sender.street": "Lampengasse 12", "sender.postcode": "10437", "sender.town": "Windisch" };
  expect(filled("sender.address", parts)).toBe("Lampengasse 12\n10437 Windisch");
  const whole = { "sender.address": "Lampengasse 12, Hof\n10437 Windisch\nGermany" };
  expect(filled("sender.street", whole)).toBe("Lampengasse 12, Hof");
  expect(filled("sender.postcode", whole)).toBe("10437");
  expect(filled("sender.town", whole)).toBe("Windisch");
  expect(filled("sender.country", whole)).toBe("Germany");
  expect(filled("sender.town", { "sender.address": "by the mail boat, Larnes" })).toBeUndefined();
  const long = { "sender.address": "Lampengasse 12\n10437 Windisch\nBrenholm\nGermany" };
  expect(filled("sender.country", long)).toBeUndefined();
  expect(filled("recipient.town", { "recipient.address": "Kade 1\n1201 Valmont" })).toBe("Valmont");
  expect(filled("recipient.address", parts)).toBeUndefined();
});

test("composes contact, legal line, skills and awards", () => {
  const reach = { "sender.phone": "0182", "sender.email": "a@b.example" };
  expect(filled("sender.contact", reach)).toBe("0182 · a@b.example");
  expect(filled("sender.legal", { "sender.company_id": "HRB 1", "sender.iban": "DE89" })).toBe("HRB 1\nDE89");
  expect(filled("cv.skills", {}, { skills: [{ name: "Consoles", keywords: "EOS" }, { name: "Rust" }] })).toBe(
    "Consoles: EOS\nRust",
  );
  expect(filled("cv.awards", {}, { awards: [{ title: "Bright Lamp", year: "2024" }] })).toBe(
    "Bright Lamp, 2024",
  );
});

test("composes payment details and years", () => {
  const account = { "sender.bank": "Sample Bank", "sender.iban": "DE89 3704 0044 0532 0130 00" };
  expect(filled("invoice.payment", account)).toBe("Sample Bank\nDE89 3704 0044 0532 0130 00");
  expect(filled("invoice.payment", { "sender.bank": "Sample Bank" })).toBeUndefined();
  const education = [{ study: "Law", institution: "Carrow", from: "2009-09", to: "2013" }];
  expect(filled("cv.education", {}, { education })).toBe("Law, Carrow, 2009–2013");
  const years = groupField.parse({
    type: "object",
    additionalProperties: false,
    properties: {
      jobs: {
        type: "array",
        items: {
          type: "object",
          additionalProperties: false,
          properties: { when: { type: "string", "x-means": "work[].years" } },
        },
      },
    },
  });
  const work: MeaningRow[] = [
    { from: "2016-03-01", to: "2020-01" },
    { from: "2020" },
    { years: "long ago", from: "1999" },
  ];
  expect(fillIn(years, { texts: {}, lists: { work } })).toEqual({
    jobs: [{ when: "2016–2020" }, { when: "2020–present" }, { when: "long ago" }],
  });
  expect(fillIn(years, { texts: {}, lists: { work: [{ from: "2020" }] } }, { language: "de" })).toEqual({
    jobs: [{ when: "2020–heute" }],
  });
});

test("uses the person's name as host unless another is known", () => {
  const host = groupField.parse({
    type: "object",
    additionalProperties: false,
    properties: { host: { type: "string", "x-means": "event.host", "x-profile": "name" } },
  });
  expect(fillIn(host, { texts: { "sender.name": "Mila" }, lists: {} })).toEqual({ host: "Mila" });
  expect(fillIn(host, { texts: { "sender.name": "Mila", "event.host": "Noor" }, lists: {} })).toEqual({
    host: "Noor",
  });
});

test("fills only new fields when switching templates", () => {
  const values = {
    texts: {
      "sender.name": "Mila",
      "sender.phone": "555",
      "sender.website": "mila.example",
      "sender.email": "m@x.org",
    },
    lists: {},
  };
  const from = asks("sender.name", "sender.phone");
  const to = asks("sender.name", "sender.phone", "sender.website", "sender.email");
  const paths = (data: Record<string, unknown>) =>
    newPlaces(data, from, to, values).map(({ value }) => value);
  expect(paths({})).toEqual(["mila.example", "m@x.org"]);
  const [website] = newPlaces({}, from, to, values);
  expect(paths({ [website?.path ?? ""]: "typed.example" })).toEqual(["m@x.org"]);
  expect(paths({ [website?.path ?? ""]: " " })).toEqual(["mila.example", "m@x.org"]);
});
