import { expect, it } from "vitest";
import { slicePage } from "./page-slices.ts";

const HEAD = '<svg width="10" height="10">';
const page = (sheet: string) => `${HEAD}<defs><path id="gA" d="M 0 0"/></defs>${sheet}</svg>`;
const shapes = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `<path fill="#000" d="M ${from + index} 0"/>`).join("");

it("cuts a page into valid slices", () => {
  const slices = slicePage(
    page(`<rect/><g transform="a"><g fill="b">${shapes(20)}</g></g><g>${shapes(2, 20)}</g>`),
  );
  expect(slices).toEqual([
    `${HEAD}<rect/><g transform="a"><g fill="b">${shapes(13)}</g></g></svg>`,
    `${HEAD}<g transform="a"><g fill="b">${shapes(7, 13)}</g></g><g>${shapes(2, 20)}</g></svg>`,
  ]);
});

it("changes only the slice of a changed shape", () => {
  const before = slicePage(page(`<g>${shapes(60)}</g>`));
  const after = slicePage(page(`<g>${shapes(60).replace("M 30 0", "M 30 0 L 5 5")}</g>`));
  expect(after).toHaveLength(before.length);
  expect(after.filter((slice, place) => slice !== before[place])).toHaveLength(1);
});

it("copies definitions to the slices that use them", () => {
  const [first, second] = slicePage(page(`${shapes(14)}<use href="#gA"/>`));
  expect([first?.includes("<defs>"), second?.includes("<defs>")]).toEqual([false, true]);
  expect(slicePage(page(`<g opacity="0.5">${shapes(40)}</g>`))).toHaveLength(1);
  const referring = page(`<linearGradient id="f"></linearGradient>${shapes(40)}`);
  expect(slicePage(referring)).toEqual([referring]);
  expect(slicePage(page("<rect/>"))).toEqual([`${HEAD}<rect/></svg>`]);
});
