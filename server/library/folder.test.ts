import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTemplate } from "./folder.ts";

const PLACE = { type: "notes", category: "plain", slug: "ferry" };

let library: string;
beforeAll(() => {
  library = mkdtempSync(path.join(tmpdir(), "typecase-library-"));
  mkdirSync(path.join(library, "notes/plain/ferry"), { recursive: true });
});
afterAll(() => rmSync(library, { recursive: true }));

function read(pattern: string, source = "= Ferry") {
  const file = {
    name: "Ferry",
    description: "A note.",
    page: { papers: ["a4"], orientation: "portrait" },
    title: "Note",
    theme: { accent: "#1f4fd8" },
    fields: {
      type: "object",
      additionalProperties: false,
      properties: { serial: { type: "string", pattern } },
    },
    sample: {},
  };
  writeFileSync(path.join(library, "notes/plain/ferry/template.json"), JSON.stringify(file));
  writeFileSync(path.join(library, "notes/plain/ferry/template.typ"), source);
  return readTemplate(library, PLACE);
}

test("rejects a template with an unsafe pattern and gives the reason", async () => {
  expect(await read("^([A-Z0-9]+-?)+$")).toMatchObject({ slug: "ferry", source: "= Ferry" });
  expect(await read("^(?!A).+$")).toMatchObject({
    folder: "notes/plain/ferry",
    reason: expect.stringMatching(
      /^template\.json: fields\.properties\.serial\.pattern: this pattern can’t be used/,
    ),
  });
});

test.each(["", " \n\t\n", "// Nothing yet\n/* nor\nhere */"])(
  "rejects a template whose source is %j",
  (source) => {
    expect(read("^[0-9]+$", source)).toEqual({
      folder: "notes/plain/ferry",
      reason: "template.typ: the file is empty; it has to draw a page",
    });
  },
);
