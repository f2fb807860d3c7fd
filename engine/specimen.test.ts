import { describe, expect, it } from "vitest";
import { cutSpecimen, readPlacedRuns, SPECIMEN_RATIO } from "./specimen.ts";

/** A run of text as the renderer writes it: outlines first, then the words in a box of their own. */
const run = (text: string, { x, y, size, width }: { x: number; y: number; size: number; width: number }) =>
  `<g transform="translate(${x},${y})"><g class="typst-text" transform="scale(${size / 1000},${-size / 1000})">` +
  `<use x="0" y="0" href="#g"/><g transform="scale(10,-10)"><foreignObject x="0" y="-97" width="${(width * 100) / size}" height="100">` +
  `<h5:div class="tsel" style="font-size: 100px">${text}</h5:div></foreignObject></g></g></g>`;
const stacked = (...pages: string[]) =>
  `<svg>${pages.map((page) => `<g class="typst-page" transform="translate(0,0)">${page}</g>`).join("")}</svg>`;
const page = {
  svg: '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800" viewBox="0 0 600 800"><g/></svg>',
  width: 600,
  height: 800,
  fields: [],
};
const boxOf = (svg: string) => (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "").split(" ").map(Number);

describe("the specimen of a page", () => {
  it("finds every text run of the first page with its place", () => {
    const [first, ...others] = readPlacedRuns(
      stacked(
        run("A &amp; B", { x: 50, y: 100, size: 20, width: 80 }),
        run("two", { x: 0, y: 0, size: 9, width: 9 }),
      ),
    );
    expect(others).toEqual([]);
    expect(first?.text).toBe("A & B");
    expect(first?.x).toBeCloseTo(50);
    expect(first?.y).toBeCloseTo(80.6);
    expect(first?.width).toBeCloseTo(80);
    expect(first?.height).toBeCloseTo(20);
  });

  it("is cropped around the largest word in a fixed proportion", () => {
    const small = run("Small words", { x: 50, y: 60, size: 10, width: 60 });
    const word = run("Invoice", { x: 50, y: 200, size: 60, width: 230 });
    const figure = run("182,562.50", { x: 50, y: 700, size: 90, width: 400 });
    const { svg, width, height } = cutSpecimen(stacked(small + word + figure), page);
    const [x = 0, y = 0, w = 0, h = 0] = boxOf(svg);
    expect(width / height).toBeCloseTo(SPECIMEN_RATIO, 1);
    expect([w, h]).toEqual([width, height]);
    expect(x).toBeLessThan(50);
    expect(x + w).toBeGreaterThan(280);
    expect(y).toBeLessThan(200 - 40); // above the capitals
    expect(y + h).toBeGreaterThan(200); // below the line they stand on
  });

  it("skips words whose typeface never changes", () => {
    const name = (font: string) =>
      run("Amaru", { x: 50, y: 300, size: 90, width: 300 }) +
      run("Mastery", { x: 50, y: 100, size: 40, width: 160 }).replace("#g", `#${font}`);
    const [, y = 0, , h = 0] = boxOf(
      cutSpecimen(stacked(name("warmest1")), page, stacked(name("plainer1"))).svg,
    );
    expect(y).toBeLessThan(80);
    expect(y + h).toBeLessThan(200);
  });

  it("stays on the page", () => {
    const pages = [
      run("Enormous", { x: -40, y: 90, size: 300, width: 900 }),
      "",
      run("12", { x: 590, y: 799, size: 8, width: 9 }),
    ];
    for (const each of pages) {
      const [x = -1, y = -1, w = 0, h = 0] = boxOf(cutSpecimen(stacked(each), page).svg);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + w).toBeLessThanOrEqual(600.01);
      expect(y + h).toBeLessThanOrEqual(800.01);
    }
  });
});
