import { expect, it } from "vitest";
import { asMessage } from "../../server/errors/messages.ts";
import { type ComparedVersion, listVersionChanges } from "./version-changes.ts";

const version: ComparedVersion = {
  template_name: "Kiln",
  title: "Invoice {number}",
  page: { papers: ["a4"], orientation: "portrait" },
  theme: { accent: "#112233", fonts: "original" },
  fields: { type: "object", additionalProperties: false, properties: {} },
  sample: {},
  kit: "one",
  engine: "compiler 1",
};

it("finds no change between equal versions", () => expect(listVersionChanges(version, version)).toEqual([]));

it("numbers the changes, fields first", () => {
  const changed: ComparedVersion = {
    template_name: "Kiln & Co",
    title: null,
    page: { papers: ["a4", "us-letter"], orientation: "landscape" },
    theme: { accent: "#445566", fonts: "warm" },
    fields: { ...version.fields, properties: { made: { type: "string", title: "Made" } } },
    sample: { made: "today" },
    kit: "two",
    engine: "compiler 2",
  };
  expect(
    listVersionChanges(version, changed).map(({ number, text }) => `${number} ${asMessage(text).message}`),
  ).toEqual([
    "1 Made is new: short text, optional",
    "2 The template was renamed to “Kiln & Co”",
    "3 Documents no longer have a title pattern",
    "4 The paper size is now A4 or US Letter, landscape (was A4)",
    "5 The accent colour is now #445566 (was #112233)",
    "6 Fonts: Warm: Fraunces, Work Sans",
    "7 The sample has changed",
    "8 The kit has changed",
    "9 The compiler or its fonts have changed",
  ]);
});
