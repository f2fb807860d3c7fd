import { afterAll, beforeAll, expect, test } from "vitest";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { quietLog } from "../support/databases.ts";

/**
 * The compiler's memory is reset after every hundredth document: see docs/decisions/12-render-processes.md.
 */
const ENOUGH = 320;
// Many of them: they are read again after every reset, through handles that the compiler must not free twice.
const FONTS = [
  "Inter",
  "Fraunces",
  "Space Mono",
  "Anton",
  "Caveat",
  "Archivo",
  "DM Sans",
  "EB Garamond",
  "IBM Plex Mono",
  "Spectral",
  "Syne",
  "Unbounded",
  "Work Sans",
  "Young Serif",
];

let rendering: Rendering;
beforeAll(async () => {
  rendering = createRendering({
    settings: { processes: 1, queue: ENOUGH, deadlineMs: 60_000, kitDir: "library/kit" },
    log: quietLog,
  });
  await rendering.ready();
});
afterAll(() => rendering.close());

const letter = (font: string) => `#import "/kit/kit.typ": *
#show: setup.with(title: "{name}", font: "${font}")
#head(1, field("name"))
#prose("words")`;

test("a document is byte-identical after the compiler's cache is cleared", {
  tags: ["long"],
}, async () => {
  const render = (font: string, name: string) =>
    rendering.renderPdf({ source: letter(font), data: { name, words: "Quick brown foxes. נעים" } });
  const first = await Promise.all(FONTS.map((font) => render(font, "Ada")));
  for (let serial = 0; serial < ENOUGH; serial++) {
    const { pages } = await render(FONTS[serial % FONTS.length] ?? "Inter", `Person ${serial}`);
    expect(pages).toBe(1);
  }
  const later = await Promise.all(FONTS.map((font) => render(font, "Ada")));
  for (const [index, { bytes }] of later.entries())
    expect(Buffer.from(bytes).equals(Buffer.from(first[index]?.bytes ?? []))).toBe(true);
  // In the process that made the first one: it was never replaced.
  expect(rendering.state()).toMatchObject({ started: 1 });
});
