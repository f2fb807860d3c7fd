import { expect, it } from "vitest";
import { joinGlyphs } from "./joined-glyphs.ts";

const page = (definitions: string, sheet: string) => `<svg><defs>${definitions}</defs>${sheet}</svg>`;
const bar = '<path id="gBar" d="M 10 0 L 10 20 L 5.5 20 Z M 1 1 Q 2 3 4 1 Z "/>';
const bow = '<path id="gBow" d="M 0 0 C 1 2 3 4 -5 6 Z "/>';
const use = (id: string, x: number) => `<use x="${x}" y="0" href="#${id}"/>`;

it("joins a run into one path", () => {
  expect(
    joinGlyphs(page(bar + bow, `<g fill="#000">${use("gBar", 0)}${use("gBow", 7)}${use("gBar", 14)}</g>`)),
  ).toBe(
    page(
      "",
      '<g fill="#000"><path d="' +
        "M0 0m10 0l0 20l-4.5 0zm-9 1q1 2 3 0z" +
        "M7 0m0 0c1 2 3 4-5 6z" +
        "M14 0m10 0l0 20l-4.5 0zm-9 1q1 2 3 0z" +
        '"/></g>',
    ),
  );
});

it("keeps complex glyphs and their references", () => {
  const emoji = '<symbol id="gSmile"><image href="data:image/png;base64,AA=="/></symbol>';
  const odd = '<path id="gArc" d="M 0 0 A 1 1 0 0 0 2 2 Z "/>';
  expect(
    joinGlyphs(
      page(bow + emoji + odd, `<g fill="#000">${use("gBow", 0)}${use("gSmile", 5)}${use("gArc", 9)}</g>`),
    ),
  ).toBe(
    page(
      emoji + odd,
      `<g fill="#000"><path d="M0 0m0 0c1 2 3 4-5 6z"/>${use("gSmile", 5)}${use("gArc", 9)}</g>`,
    ),
  );
});

it("keeps letters with their own colour apart", () => {
  const coloured = page(`${bow}<linearGradient id="f1"/>`, `<g fill="url(#f1)">${use("gBow", 0)}</g>`);
  expect(joinGlyphs(coloured)).toBe(coloured);
});

it("keeps tiny pen moves", () => {
  const steps = Array.from({ length: 300 }, (_, step) => `L ${(step + 1) * 0.004} 0 `).join("");
  const joined = joinGlyphs(
    page(`<path id="gFine" d="M 0 0 ${steps}Z "/>`, `<g fill="#000">${use("gFine", 0)}</g>`),
  );
  const walked = [...joined.matchAll(/l([-.\d]+) /g)].reduce((sum, [, step]) => sum + Number(step), 0);
  expect(walked).toBeCloseTo(1.2, 2);
});
