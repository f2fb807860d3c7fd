import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { FONT_PAIRINGS, FONTS_OF_PAIRING } from "../../../../contract/templates/looks.ts";
import { ownTypefaces } from "../../../../contract/templates/own-typefaces.ts";
import { fontsName } from "../../../lib/format/look-labels.ts";
import { specimenOf } from "./typeface-field.tsx";

const here = new URL("./", import.meta.url);
const library = new URL("../../../../library/", import.meta.url);
const SPECIMEN_KB = 4;
const LIST_KB = 40; // all that a list of typefaces loads, when it is shown

/** The letters and the file of each specimen. */
const specimens = new Map(
  [...readFileSync(new URL("specimens.css", here), "utf8").matchAll(/@font-face \{([^}]*)\}/g)].map(
    ([, rule = ""]) => [
      /font-family: "([^"]*)"/.exec(rule)?.[1] ?? "",
      {
        bytes: statSync(new URL(/url\("([^"]*)"\)/.exec(rule)?.[1] ?? "", here)).size,
        letters: new Set(
          [...rule.matchAll(/U\+([0-9A-F]+)/g)].map(([, code = ""]) =>
            String.fromCodePoint(Number.parseInt(code, 16)),
          ),
        ),
      },
    ],
  ),
);

const lacking = (face: string, text: string) => {
  const letters = specimens.get(specimenOf(face))?.letters;
  return letters ? [...text].filter((letter) => !letters.has(letter)) : ["all of it"];
};

it.each(FONT_PAIRINGS.filter((pairing) => pairing !== "original"))(
  "previews the typefaces of %s with every letter",
  (pairing) => {
    const faces = FONTS_OF_PAIRING[pairing];
    expect(faces.length).toBeGreaterThan(0);
    expect(lacking(faces[0] ?? "", fontsName(pairing))).toEqual([]);
    for (const face of faces) expect(lacking(face, face)).toEqual([]);
  },
);

it("previews every template's own typefaces", () => {
  const sources = readdirSync(library, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith("/template.typ"),
  );
  expect(sources.length).toBeGreaterThan(50);
  for (const source of sources) {
    const faces = ownTypefaces(readFileSync(new URL(source, library), "utf8"));
    expect(faces.length, source).toBeGreaterThan(0);
    expect(lacking(faces[0] ?? "", fontsName("original")), source).toEqual([]);
    for (const face of faces) expect(lacking(face, face), `${source}: ${face}`).toEqual([]);
  }
});

it("loads few bytes", () => {
  const bytes = (face: string) => specimens.get(specimenOf(face))?.bytes ?? 0;
  for (const [family, specimen] of specimens) expect(specimen.bytes, family).toBeLessThan(SPECIMEN_KB * 1024);
  const shown = new Set([...Object.values(FONTS_OF_PAIRING).flat(), "Pinyon Script", "Caveat"]);
  expect([...shown].reduce((sum, face) => sum + bytes(face), 0)).toBeLessThan(LIST_KB * 1024);
});
