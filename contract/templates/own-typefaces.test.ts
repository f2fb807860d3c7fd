import { expect, it } from "vitest";
import { ownTypefaces } from "./own-typefaces.ts";

it.each([
  ["two of them", '#let type = fonts(display: "Anton", text: "Archivo Narrow")', ["Anton", "Archivo Narrow"]],
  [
    "one for both, once",
    '#let type = fonts(text: "Archivo", display: "Archivo", mono: "IBM Plex Mono")',
    ["Archivo"],
  ],
  [
    "over several lines",
    '#let type = fonts(\n  display: "Syne",\n  text: "DM Sans",\n)',
    ["Syne", "DM Sans"],
  ],
  ["not what a comment says", '// fonts(display: "Anton")\n#let type = fonts(display: "Syne")', ["Syne"]],
  ["none where they are computed", "#let type = fonts(display: face)", []],
  ["none in an empty source", "", []],
])("names a template's own typefaces: %s", (_, source, named) => {
  expect(ownTypefaces(source)).toEqual(named);
});
