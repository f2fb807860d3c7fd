import fc from "fast-check";
import { expect, test } from "vitest";
import { DETAIL_LISTS, type MeaningValues } from "../../../../contract/people/details.ts";
import { readBytes } from "./import-file.ts";
import { cleanText } from "./import-result.ts";
import { writeJsonResume } from "./json-resume/json-resume-writing.ts";
import { writeVcard } from "./vcard/vcard-writing.ts";

const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Words as a reader gives them: trimmed, without what nobody can see. */
const said = (unit: fc.Arbitrary<string>) =>
  fc
    .string({ unit, minLength: 1, maxLength: 120 })
    .map(cleanText)
    .filter((text) => text !== "");
const oddLetters = fc.oneof(
  fc.constantFrom(..."\\;,:\"' ()=–|-äß漢🦉e\u0301"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
);
const line = said(oddLetters).filter((text) => !text.includes("\n"));
const lines = fc.array(line, { minLength: 1, maxLength: 4 }).map((each) => each.join("\n"));
const text = fc.oneof(line, lines);
const date = fc
  .tuple(
    fc.integer({ min: 1950, max: 2040 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 0, max: 2 }),
  )
  .map(([year, month, exact]) =>
    [`${year}`, String(month).padStart(2, "0"), "09"].slice(0, exact + 1).join("-"),
  );
const year = fc.oneof(
  fc.integer({ min: 1950, max: 2040 }).map(String),
  fc.constantFrom("2019–2021", "2019–present", "summers"),
);

function some<Value>(
  names: readonly string[],
  each: (name: string) => fc.Arbitrary<Value>,
): fc.Arbitrary<Record<string, Value>> {
  return fc
    .subarray([...names])
    .chain((chosen) =>
      fc.tuple(...chosen.map((name) => each(name).map((value): [string, Value] => [name, value]))),
    )
    .map((entries) => Object.fromEntries(entries));
}

const BOTH = [
  "name",
  "profession",
  "email",
  "phone",
  "website",
  "about",
  "street",
  "postcode",
  "town",
  "country",
];
const senders = BOTH.map((name) => `sender.${name}`);
const lists = some(Object.keys(DETAIL_LISTS), (list) => {
  const cell = (key: string) => (["from", "to"].includes(key) ? date : key.startsWith("year") ? year : text);
  const row = some(DETAIL_LISTS[list] ?? [], cell).filter((each) => Object.keys(each).length > 0);
  return fc.array(row, { minLength: 1, maxLength: 3 });
});

const understood = (file: string) => readBytes(new TextEncoder().encode(file)).result.understood;

test("round-trips a JSON Resume", () => {
  const values: fc.Arbitrary<MeaningValues> = fc.record({
    texts: some(
      [
        ...senders,
        "sender.photo",
        "cv.languages",
        "cv.certificates",
        "cv.references",
        "cv.interests",
        "sender.code",
      ],
      (name) => (name === "sender.photo" ? fc.constant(PICTURE) : name.startsWith("cv.") ? lines : text),
    ),
    lists,
  });
  fc.assert(
    fc.property(values, (given) => {
      const written = writeJsonResume(given);
      expect(understood(written.text)).toEqual(given);
      expect(written.left).toEqual([]);
    }),
    { numRuns: 80 },
  );
});

test("round-trips a vCard within its line length", () => {
  const texts = some([...senders, "sender.organisation", "sender.photo", "sender.logo"], (name) =>
    /photo|logo/.test(name) ? fc.constant(PICTURE) : text,
  );
  fc.assert(
    fc.property(texts, (given) => {
      const written = writeVcard({ texts: given, lists: {} });
      expect(understood(written.text)).toEqual({ texts: given, lists: {} });
      const longest = written.text.split("\r\n").map((each) => new TextEncoder().encode(each).length);
      expect(Math.max(...longest)).toBeLessThanOrEqual(75);
    }),
    { numRuns: 80 },
  );
});

test("names values a format has no place for", () => {
  const values: MeaningValues = {
    texts: { "sender.name": "Mila Sorell", "sender.iban": "DE89 3704", "sender.logo": PICTURE },
    lists: { work: [{ position: "Designer" }] },
  };
  expect(writeJsonResume(values).left).toEqual(["IBAN", "Logo"]);
  expect(writeVcard(values).left).toEqual(["IBAN", "Work"]);
});

test("splits addresses and groups skills", () => {
  const values: MeaningValues = {
    texts: { "sender.address": "Lampengasse 12\n10437 Windisch", "cv.skills": "EOS, grandMA" },
    lists: {},
  };
  expect(understood(writeJsonResume(values).text)).toEqual({
    texts: { "sender.street": "Lampengasse 12", "sender.postcode": "10437", "sender.town": "Windisch" },
    lists: { skills: [{ keywords: "EOS, grandMA" }] },
  });
});
