import { describe, expect, test } from "vitest";
import { splitPages } from "./pages.ts";

const OPEN =
  '<svg class="typst-doc" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">' +
  '<defs class="glyph"><path id="gAAA" class="outline_glyph" d="M 0 0 Z "/><path id="gBBB" d="M 1 1 Z "/></defs>' +
  '<defs class="clip-path"><linearGradient id="gG/+1"><stop offset="0%" stop-color="#f00"/></linearGradient></defs>' +
  '<style type="text/css">.x{}</style>';
const page = (content: string, shift = 0) =>
  `<g class="typst-page" transform="translate(0, ${shift})" data-page-width="100">${content}</g>`;
const size = { width: 100, height: 50 };

describe("splitting the renderer's SVG into pages", () => {
  test("gives each page its size, background and used definitions", () => {
    const stacked = `${OPEN}${page('<use x="0" y="0" href="#gAAA"/>')}${page('<use x="3" y="0" href="#gBBB"/>', 50)}</svg>`;
    const [first, second] = splitPages(stacked, [size, { width: 80, height: 40 }]);
    expect(first?.svg).toContain('viewBox="0 0 100 50"');
    expect(first?.svg).toContain('<rect width="100" height="50" fill="#fff"/>');
    expect(first?.svg).toContain('id="gAAA"');
    expect(first?.svg).not.toContain("gBBB");
    expect(second?.svg).toContain('viewBox="0 0 80 40"');
    expect(second?.svg).toContain('id="gBBB"');
    expect(second?.svg).not.toContain("translate(0, 50)");
  });

  test("includes nested definitions", () => {
    const own = '<linearGradient id="pf1" href="#gG/+1" xlink:href="#gG/+1"></linearGradient>';
    const [only] = splitPages(`${OPEN}${page(`${own}<path d="M 0 0" fill="url(#pf1)"/>`)}</svg>`, [size]);
    expect(only?.svg).toContain('<linearGradient id="gG/+1"><stop');
    expect(only?.svg.match(/href=/g)).toHaveLength(1);
  });

  test("turns field links into rectangles", () => {
    const link =
      '<g transform="translate(10.000,20.000)"><g transform="matrix(0,1,-1,0,0,0)">' +
      '<a target="_blank" xlink:href="field:items.0.name"><rect class="pseudo-link" width="30" height="5"></rect></a></g></g>';
    const [only] = splitPages(`${OPEN}${page(link)}</svg>`, [size]);
    expect(only?.fields).toEqual([{ path: "items.0.name", x: 5, y: 20, width: 5, height: 30 }]);
    expect(only?.svg).not.toContain("field:");
    expect(only?.svg).not.toContain("<a");
  });

  test("merges lines of a text into one rectangle per column", () => {
    const line = (x: number, y: number, path = "body") =>
      `<g transform="translate(${x},${y})"><a xlink:href="prose:${path}"><rect class="pseudo-link" width="30" height="5"></rect></a></g>`;
    const columns = line(10, 0) + line(40, 0) + line(10, 6) + line(12, 12) + line(50, 0) + line(50, 6);
    const [only] = splitPages(`${OPEN}${page(columns + line(50, 12, "note"))}</svg>`, [size]);
    expect(only?.fields).toEqual([
      { path: "body", x: 10, y: 0, width: 60, height: 17 },
      { path: "body", x: 50, y: 0, width: 30, height: 11 },
      { path: "note", x: 50, y: 12, width: 30, height: 5 },
    ]);
  });

  test("removes scripts, foreign markup, handlers, styles and external references", () => {
    const hostile =
      '<script>alert(1)</script><g onclick="x()" style="fill:red"><foreignObject><h5:div>word</h5:div></foreignObject></g>' +
      '<image xlink:href="http://example.org/x.png" width="1" height="1"/><use x="0" y="0" href="http://example.org/#a"/>' +
      '<path d="M 0 0" fill="url(http://example.org/#x)"/><a xlink:href="javascript:x"><rect width="1" height="1"/></a>';
    const [only] = splitPages(`${OPEN}${page(hostile)}</svg>`, [size]);
    expect(only?.svg).not.toMatch(/script|onclick|style|foreign|h5|word|example\.org|javascript|<a/);
  });

  test("removes empty groups and keeps tags balanced", () => {
    const [only] = splitPages(
      `${OPEN}${page('<g data-tid="a"><g transform="translate(0.000,-0.000)"><path d="M 0 0"/></g><g class="typst-content-hint" data-hint="a"></g><g transform="translate(1.000,2.000)"><g transform="scale(16,-16)"></g></g></g>')}</svg>`,
      [size],
    );
    expect(only?.svg).toContain('<path d="M 0 0"/></svg>');
    expect(only?.svg).not.toContain("<g");
  });
});
