import { expect, test } from "vitest";
import { readFontIndex } from "../../engine/font-index.ts";
import { listFonts } from "./fonts.ts";

test("fonts have the family, weight and style of their package", () => {
  const faces = listFonts().flatMap((font) => (font.face && !font.isStandIn ? [font.face] : []));
  expect(new Set(faces.map((face) => face.family)).size).toBeGreaterThanOrEqual(34);
  expect(faces).toContainEqual({ family: "Archivo Narrow", style: "italic", weight: 500 });
  expect(faces).toContainEqual({ family: "Barlow Condensed", style: "normal", weight: 100 });
  expect(
    faces.filter(({ family, weight, style }) => `${family} ${weight} ${style}` === "Archivo 600 normal"),
  ).toHaveLength(1);
});

test("the build describes every packaged font", () => {
  const unknown = listFonts().filter((font) => !font.info?.info[0]?.coverage.length);
  expect(unknown).toEqual([]);
});

test("coverage is that of all fonts together, without invisible characters", () => {
  const face = (coverage: number[]) => ({
    family: "X",
    variant: { style: "normal", weight: 400, stretch: 1000 },
    flags: "",
    coverage,
  });
  const index = readFontIndex([
    { file: "a", info: { info: [face([97, 3])] } },
    { file: "b", info: { info: [face([0x1f600, 1])] } },
    { file: "c", isStandIn: true, info: { info: [{ ...face([120, 1]), family: "Hidden" }] } },
  ]);
  expect(index.families).toEqual(["X"]);
  expect(index.uncovered("abc d\n\u200d\ufe0f😀xx")).toEqual(["d", "x"]);
  expect(index.printed.runs).toEqual([97, 3, 0x1f600 - 100, 1]);
});
