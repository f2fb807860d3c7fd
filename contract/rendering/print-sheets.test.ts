import { describe, expect, it } from "vitest";
import { cardSheet, POSTER_SIZE_NAMES, posterSheet } from "./print-sheets.ts";

const MM = 72 / 25.4;
const A4 = { width: 210 * MM, height: 297 * MM };
const upright = { papers: ["a4", "us-letter"], orientation: "portrait" } as const;
const PAPERS = { papers: [...upright.papers], orientation: upright.orientation };

describe("several cards on a sheet", () => {
  it.each([
    ["a business card on A4", { width: 85, height: 55 }, "a4", 10],
    ["a business card on US Letter", { width: 85, height: 55 }, "us-letter", 9],
    ["a US business card on US Letter", { width: 88.9, height: 50.8 }, "us-letter", 10],
    ["A6 on A4, which lies for it", { width: 105, height: 148 }, "a4", 2],
    ["a badge on A4", { width: 90, height: 60 }, "a4", 9],
  ] as const)("%s: places as many as fit", (_, page, paper, count) =>
    expect(cardSheet(page, paper)?.places).toHaveLength(count),
  );

  it.each([
    ["A5, of which one fits", { width: 148, height: 210 }],
    ["a page on ordinary paper", PAPERS],
  ] as const)("are not offered for %s", (_, page) => {
    expect(cardSheet("papers" in page ? { ...page, papers: [...page.papers] } : page, "a4")).toBeUndefined();
  });

  it("are centred edge to edge within the printable area", () => {
    const found = cardSheet({ width: 85, height: 55 }, "a4");
    const [first = { x: 0, y: 0 }, second = { x: 0, y: 0 }] = found?.places ?? [];
    expect(second.x - first.x).toBeCloseTo(85 * MM);
    const [xs, ys] = [found?.places.map(({ x }) => x) ?? [], found?.places.map(({ y }) => y) ?? []];
    expect(Math.min(...xs)).toBeCloseTo(A4.width - (Math.max(...xs) + 85 * MM));
    expect(Math.min(...ys)).toBeCloseTo(A4.height - (Math.max(...ys) + 55 * MM));
    expect(Math.min(...ys)).toBeGreaterThan(7 * MM);
    expect(new Set(found?.places.map(({ x, y }) => `${x} ${y}`)).size).toBe(10);
  });

  it("have cut marks at both ends of every cut, none on a card", () => {
    const { places, marks, width, height } = cardSheet({ width: 85, height: 55 }, "a4") ?? A4_NONE;
    expect(marks).toHaveLength(2 * (3 + 6));
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
});

const A4_NONE = { ...A4, scale: 1, places: [], marks: [] };

describe("a poster on larger paper", () => {
  it.each(POSTER_SIZE_NAMES)("fills %s without margins", (size) => {
    const found = posterSheet("posters", PAPERS, size) ?? A4_NONE;
    expect(found.scale).toBeGreaterThan(1.41);
    const [{ x, y } = { x: 1, y: 1 }] = found.places;
    expect(Math.max(x, y)).toBeLessThanOrEqual(0);
    expect(x + A4.width * found.scale).toBeGreaterThanOrEqual(found.width - 0.001);
    expect(y + A4.height * found.scale).toBeGreaterThanOrEqual(found.height - 0.001);
  });

  it("keeps the orientation", () => {
    const { width, height } =
      posterSheet("posters", { ...PAPERS, orientation: "landscape" }, "a3") ?? A4_NONE;
    expect(width).toBeGreaterThan(height);
  });

  it("is offered for A4 proportions and larger sizes only", () => {
    expect(posterSheet("letters", PAPERS, "a3")).toBeUndefined();
    expect(posterSheet("posters", { width: 200, height: 200 }, "a3")).toBeUndefined();
    expect(posterSheet("posters", { papers: ["us-letter"], orientation: "portrait" }, "a3")).toBeUndefined();
    expect(posterSheet("posters", { width: 297, height: 420 }, "a3")).toBeUndefined();
    expect(posterSheet("posters", { width: 297, height: 420 }, "a2")?.scale).toBeCloseTo(420 / 297, 2);
  });
});
