import { describe, expect, it } from "vitest";
import type { PageFile } from "../templates/template-file.ts";
import {
  bleedSheet,
  cardSheet,
  type Placement,
  POSTER_SIZE_NAMES,
  placementOf,
  posterSheet,
} from "./print-sheets.ts";

const MM = 72 / 25.4;
const A4 = { width: 210 * MM, height: 297 * MM };
const PAPERS: PageFile = { papers: ["a4", "us-letter"], orientation: "portrait" };
const CARD: PageFile = { width: 85, height: 55, us: { width: 88.9, height: 50.8 }, bleed: true };
const A5: PageFile = { width: 148, height: 210, bleed: true };
const A6: PageFile = { width: 148, height: 105, bleed: true };
const DL: PageFile = { width: 99, height: 210, bleed: true };

/** The sheet, or one without places. */
function found(placement: Placement | undefined): Placement {
  const box: Placement["trim"] = [0, 0, A4.width, A4.height];
  const empty = { ...A4, scale: 1, places: [], beyond: { x: 0, y: 0 }, marks: [], ticks: [] };
  return placement ?? { ...empty, trim: box, bleed: box };
}
const inMm = (lengths: readonly number[]) => lengths.map((length) => Math.round((length / MM) * 100) / 100);

describe("several pages on a sheet", () => {
  it.each([
    ["a business card on A4", CARD, "a4", 10, "upright"],
    ["a business card on US Letter", CARD, "us-letter", 9, "lying"],
    ["a badge on A4", { width: 90, height: 60 }, "a4", 9, "lying"],
    ["A5 on A4", A5, "a4", 2, "lying"],
    ["A5 in landscape on A4", { width: 210, height: 148 }, "a4", 2, "upright"],
    ["A6 on A4", A6, "a4", 4, "lying"],
    ["A6 on US Letter", A6, "us-letter", 2, "upright"],
    ["DL on A4", DL, "a4", 3, "lying"],
    ["DL in landscape on A4", { width: 210, height: 99 }, "a4", 3, "upright"],
    ["DL on US Letter", DL, "us-letter", 2, "upright"],
    ["a square of 148 mm on A4", { width: 148, height: 148 }, "a4", 2, "upright"],
  ] as const)("places %s in full size as often as it fits", (_, page, sheet, count, turned) => {
    const { places, scale, width, height } = found(cardSheet(page, { sheet }));
    expect(places).toHaveLength(count);
    expect(scale).toBe(1);
    expect(width < height ? "upright" : "lying").toBe(turned);
  });

  it("has the US size of a card in a document for US Letter", () => {
    const first = found(cardSheet(CARD, { sheet: "us-letter", paper: "us-letter" }));
    expect(first.places).toHaveLength(10);
    expect(inMm([(first.places[1]?.x ?? 0) - (first.places[0]?.x ?? 0)])).toEqual([88.9]);
  });

  it("makes two A5 a little smaller for US Letter, which is smaller than two of them", () => {
    const { places, scale, trim } = found(cardSheet(A5, { sheet: "us-letter" }));
    expect(places).toHaveLength(2);
    expect(scale).toBeCloseTo(279.4 / 296);
    expect(inMm(trim)).toEqual([0, 8.84, 279.4, 207.06]);
  });

  it.each([
    ["A4, of which one fits", { width: 210, height: 297 }],
    ["a page on ordinary paper", PAPERS],
  ] as const)("is not offered for %s", (_, page) =>
    expect(cardSheet(page as PageFile, { sheet: "a4" })).toBeUndefined(),
  );

  it("centres cards edge to edge within the printable area", () => {
    const { places, trim } = found(cardSheet(CARD, { sheet: "a4" }));
    expect(inMm(trim)).toEqual([20, 11, 190, 286]);
    const [first = { x: 0, y: 0 }, second = { x: 0, y: 0 }] = places;
    expect(inMm([first.x, first.y, second.x, second.y])).toEqual([20, 231, 105, 231]);
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(10);
  });

  it("has cut marks at both ends of every cut, none on a card", () => {
    const { places, marks, ticks, width, height } = found(cardSheet(CARD, { sheet: "a4" }));
    expect(marks).toHaveLength(2 * (3 + 6));
    expect(ticks).toEqual([]);
    for (const [x, y, toX, toY] of marks) {
      expect(Math.min(x, y, toX, toY)).toBeGreaterThan(0);
      expect(Math.max(x, toX)).toBeLessThan(width);
      expect(Math.max(y, toY)).toBeLessThan(height);
      const isOn = places.some(
        (place) => x > place.x && x < place.x + 85 * MM && y > place.y && y < place.y + 55 * MM,
      );
      expect(isOn).toBe(false);
    }
  });

  it("divides A4 in halves and marks the cut at its edges, where there is no paper beside it", () => {
    const { places, marks, ticks, trim, beyond } = found(cardSheet(A5, { sheet: "a4" }));
    expect(places.flatMap(({ x, y }) => inMm([x, y]))).toEqual([0.25, 0, 148.75, 0]);
    expect(marks).toEqual([]);
    expect(ticks.map(inMm)).toEqual([
      [148.5, 0, 148.5, 8],
      [148.5, 202, 148.5, 210],
    ]);
    expect(inMm(trim)).toEqual([0, 0, 297, 210]);
    // The half millimetre that is left over is not white if the page is drawn beyond its edge.
    expect(inMm([beyond.x, beyond.y])).toEqual([0.25, 0]);
  });

  it("keeps cards with bleed 6 mm apart and marks both edges of every gap outside of the bleed", () => {
    const { places, marks, trim, bleed } = found(cardSheet(CARD, { sheet: "a4", bleed: true }));
    expect(places).toHaveLength(9);
    const [first = { x: 0, y: 0 }, second = { x: 0, y: 0 }] = places;
    expect(inMm([second.x - first.x])).toEqual([91]);
    expect(marks).toHaveLength(2 * (6 + 6));
    expect(inMm(trim)).toEqual([15, 16.5, 282, 193.5]);
    expect(inMm(bleed)).toEqual([12, 13.5, 285, 196.5]);
    expect(inMm(marks[0] ?? [])).toEqual([15, 7.5, 15, 12.5]);
  });

  it("is not offered with bleed if two pages don't fit, or the page isn't drawn beyond its edge", () => {
    expect(cardSheet(A5, { sheet: "a4", bleed: true })).toBeUndefined();
    expect(cardSheet({ width: 85, height: 55 }, { sheet: "a4", bleed: true })).toBeUndefined();
  });
});

describe("a page with bleed", () => {
  it("is on a sheet 10 mm larger on every side, with marks of 5 mm outside of the bleed", () => {
    const { width, height, places, marks, trim, bleed } = found(bleedSheet(DL));
    expect(inMm([width, height])).toEqual([119, 230]);
    expect(places.map(({ x, y }) => inMm([x, y]))).toEqual([[10, 10]]);
    expect(inMm(trim)).toEqual([10, 10, 109, 220]);
    expect(inMm(bleed)).toEqual([7, 7, 112, 223]);
    expect(marks.map(inMm)).toEqual([
      [10, 1, 10, 6],
      [10, 224, 10, 229],
      [109, 1, 109, 6],
      [109, 224, 109, 229],
      [1, 10, 6, 10],
      [113, 10, 118, 10],
      [1, 220, 6, 220],
      [113, 220, 118, 220],
    ]);
  });

  it("has the size of the document's paper", () => {
    const { trim } = found(bleedSheet({ ...PAPERS, bleed: true }, "us-letter"));
    expect(inMm(trim)).toEqual([10, 10, 225.9, 289.4]);
  });

  it("is not made of a template that isn't drawn beyond its edge", () =>
    expect(placementOf({ type: "letters", page: PAPERS }, { bleed: true })).toBeUndefined());
});

describe("a poster on larger paper", () => {
  it.each(POSTER_SIZE_NAMES)("fills %s without margins", (size) => {
    const sheet = found(posterSheet("posters", PAPERS, { size }));
    expect(sheet.scale).toBeGreaterThan(1.41);
    const [{ x, y } = { x: 1, y: 1 }] = sheet.places;
    expect(Math.max(x, y)).toBeLessThanOrEqual(0);
    expect(x + A4.width * sheet.scale).toBeGreaterThanOrEqual(sheet.width - 0.001);
    expect(y + A4.height * sheet.scale).toBeGreaterThanOrEqual(sheet.height - 0.001);
  });

  it("keeps the orientation", () => {
    const { width, height } = found(
      posterSheet("posters", { ...PAPERS, orientation: "landscape" }, { size: "a3" }),
    );
    expect(width).toBeGreaterThan(height);
  });

  it("has 3 mm of bleed at its own size", () => {
    const { trim, bleed, beyond } = found(
      posterSheet("posters", { ...PAPERS, bleed: true }, { size: "a2", bleed: true }),
    );
    expect(inMm(trim)).toEqual([10, 10, 430, 604]);
    expect(inMm(bleed)).toEqual([7, 7, 433, 607]);
    expect(inMm([beyond.x])).toEqual([3]);
  });

  it("is offered for A4 proportions and larger sizes only", () => {
    expect(posterSheet("letters", PAPERS, { size: "a3" })).toBeUndefined();
    expect(posterSheet("posters", { width: 200, height: 200 }, { size: "a3" })).toBeUndefined();
    const letter: PageFile = { papers: ["us-letter"], orientation: "portrait" };
    expect(posterSheet("posters", letter, { size: "a3" })).toBeUndefined();
    const large: PageFile = { width: 297, height: 420 };
    expect(posterSheet("posters", large, { size: "a3" })).toBeUndefined();
    expect(posterSheet("posters", large, { size: "a2" })?.scale).toBeCloseTo(420 / 297, 2);
  });
});
