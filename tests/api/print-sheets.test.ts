import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { joinCards, type MadeCard } from "../../app/lib/batch/card-sheets.ts";
import { cardSheet } from "../../contract/rendering/print-sheets.ts";
import { unpackRows } from "../../contract/rendering/row-pack.ts";
import { readKey, readPdf, readReference } from "../../engine/pdf-file.ts";
import { boxesOf } from "../support/jobs.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { card, openRenderSite, poster, type RenderSite } from "../support/render-site.ts";

let site: RenderSite;
beforeAll(async () => {
  site = await openRenderSite();
});
afterAll(() => site.close());

const MM = 72 / 25.4;

async function makePdf(id: string, sheets: object) {
  const answer = await site.render("pdf", { data: { number: "Solveig Abara" }, ...sheets }, id);
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const file = readPdf(bytes);
  const tree = file.dictionary(readReference(file.dictionary(file.root), "Pages"));
  const pages = [...(readKey(tree, "Kids") ?? "").matchAll(/(\d+) 0 R/g)].map(([, number]) => {
    const dictionary = file.dictionary(Number(number));
    const [, , width, height] = (readKey(dictionary, "MediaBox") ?? "").match(/[\d.]+/g)?.map(Number) ?? [];
    const drawn = [...(readKey(dictionary, "Contents") ?? "").matchAll(/(\d+) 0 R/g)]
      .map(([, stream]) => inflateSync(file.stream(Number(stream))).toString("latin1"))
      .join("\n");
    const annotations = [...(readKey(dictionary, "Annots") ?? "").matchAll(/(\d+) 0 R/g)].map(([, each]) =>
      Number(each),
    );
    return { width, height, drawn, annotations };
  });
  const words = textOfPdf(bytes);
  return { pages, words, bytes, conformance: answer.headers.get("typecase-conformance") };
}

describe("POST /render/{id}.pdf with a sheet", () => {
  test("places ten cards on A4 with cut marks and backs, as PDF/UA-1", async () => {
    const { pages, words, conformance } = await makePdf(card.id, { sheet: "a4" });
    expect(pages).toHaveLength(2);
    for (const { width, height, drawn } of pages) {
      expect(width).toBeCloseTo(210 * MM, 2);
      expect(height).toBeCloseTo(297 * MM, 2);
      expect(drawn.match(/ l\nS$/gm)).toHaveLength(18);
    }
    expect(words.match(/Solveig Abara/g)).toHaveLength(10);
    expect(words.match(/The back/g)).toHaveLength(10);
    expect(conformance).toBe("PDF/UA-1");
  });

  test("tags one card only and keeps its link", async () => {
    const { pages, bytes } = await makePdf(card.id, { sheet: "us-letter" });
    expect(pages[0]?.drawn.match(/\/copy Do/g)).toHaveLength(8);
    const file = readPdf(bytes);
    const [annotation = 0] = pages[0]?.annotations ?? [];
    const [left = 0, bottom = 0] =
      (readKey(file.dictionary(annotation), "Rect") ?? "").match(/[\d.]+/g)?.map(Number) ?? [];
    // Within the card's margin on a landscape sheet: the first card is 12 mm from the left and 135 mm from
    // the bottom.
    expect(left).toBeCloseTo((12.2 + 5) * MM, 0);
    expect(bottom).toBeGreaterThan(140 * MM);
  });

  test("rejects large pages and pictures", async () => {
    for (const [format, id, sheets] of [
      ["pdf", poster.id, { sheet: "a4" }],
      ["png", card.id, { sheet: "a4" }],
      ["pdf", card.id, { sheet: "a3" }],
      ["pdf", card.id, { size: "a3" }],
      ["pdf", poster.id, { size: "a3", sheet: "a4" }],
    ] as const) {
      const answer = await site.render(format, { data: { number: "1" }, ...sheets }, id);
      expect(answer.status).toBe(400);
    }
  });
});

/** The boxes and cut marks of each sheet, in millimetres, and the words and tags of the whole file. */
async function printed(id: string, request: object) {
  const answer = await site.render("pdf", { mode: "sample", ...request }, id);
  expect(answer.status).toBe(200);
  const bytes = await answer.bytes();
  const file = readPdf(bytes);
  const tree = file.dictionary(readReference(file.dictionary(file.root), "Pages"));
  const inMm = (points: number) => Math.round((points / MM) * 100) / 100;
  const pages = [...(readKey(tree, "Kids") ?? "").matchAll(/(\d+) 0 R/g)].map(([, number]) => {
    const dictionary = file.dictionary(Number(number));
    const box = (name: string) =>
      (readKey(dictionary, name) ?? "")
        .match(/[\d.]+/g)
        ?.map(Number)
        .map(inMm);
    const [, last] = (readKey(dictionary, "Contents") ?? "").match(/(\d+) 0 R\]?$/) ?? [];
    const cuts = inflateSync(file.stream(Number(last))).toString("latin1");
    const marks = [...cuts.matchAll(/^([\d.]+) ([\d.]+) m\n([\d.]+) ([\d.]+) l\nS$/gm)].map((numbers) =>
      numbers.slice(1).map(Number).map(inMm),
    );
    return { media: box("MediaBox"), bleed: box("BleedBox"), trim: box("TrimBox"), marks, cuts };
  });
  const tags = Buffer.from(bytes)
    .toString("latin1")
    .match(/\/Type \/StructElem/g)?.length;
  return { pages, tags, words: textOfPdf(bytes), conformance: answer.headers.get("typecase-conformance") };
}

describe("POST /render/{id}.pdf with bleed", () => {
  test("gives a flyer 3 mm to cut off, boxes, and crop marks outside of them", async () => {
    const plain = await printed("awning", {});
    const { pages, tags, words, conformance } = await printed("awning", { bleed: true });
    expect(pages).toHaveLength(1);
    const [page] = pages;
    expect(page?.media).toEqual([0, 0, 119, 230]);
    expect(page?.bleed).toEqual([7, 7, 112, 223]);
    expect(page?.trim).toEqual([10, 10, 109, 220]);
    expect(page?.marks).toEqual([
      [10, 1, 10, 6],
      [10, 224, 10, 229],
      [109, 1, 109, 6],
      [109, 224, 109, 229],
      [1, 10, 6, 10],
      [113, 10, 118, 10],
      [1, 220, 6, 220],
      [113, 220, 118, 220],
    ]);
    // Thin lines that a screen reader skips.
    expect(page?.cuts).toMatch(/\/Artifact BMC\nq\n0\.25 w\n0 G\n/);
    expect({ tags, words }).toEqual({ tags: plain.tags, words: plain.words });
    expect(conformance).toBe("PDF/UA-1");
  });

  test("has the size of the chosen paper, and of a poster's larger one", async () => {
    const letter = await printed("jumble", { bleed: true, theme: { paper: "us-letter" } });
    expect(letter.pages[0]?.trim).toEqual([10, 10, 225.9, 289.4]);
    const large = await printed("jumble", { bleed: true, size: "a2" });
    expect(large.pages[0]?.media).toEqual([0, 0, 440, 614]);
    expect(large.pages[0]?.trim).toEqual([10, 10, 430, 604]);
    expect(large.conformance).toBe("PDF/UA-1");
  });

  test.each([
    ["a4", "a4", 3, 9, [15, 16.5, 282, 193.5], [15, 7.5, 15, 12.5]],
    ["us-letter", "a4", 2, 8, [19.95, 20.7, 195.95, 258.7], [19.95, 11.7, 19.95, 16.7]],
    ["us-letter", "us-letter", 2, 8, [16.05, 29.1, 199.85, 250.3], [16.05, 20.1, 16.05, 25.1]],
  ] as const)(
    "puts cards on %s, in a document for %s, 6 mm apart",
    async (sheet, paper, columns, count, trim, firstMark) => {
      const { pages, conformance } = await printed("arc", { bleed: true, sheet, theme: { paper } });
      const [left, bottom, right, top] = trim;
      for (const page of pages) {
        expect(page.trim).toEqual(trim);
        const bleed = [left - 3, bottom - 3, right + 3, top + 3];
        expect(page.bleed).toEqual(bleed.map((side) => expect.closeTo(side)));
        expect(page.marks).toHaveLength(4 * (columns + count / columns));
        expect(page.marks[0]).toEqual(firstMark);
        expect(page.cuts.match(/\/copy Do/g)).toHaveLength(count - 1);
      }
      expect(conformance).toBe("PDF/UA-1");
    },
  );

  test.each([
    ["a template that ends at its edge", "pdf", card.id, { bleed: true }, /isn't drawn beyond the edges/],
    ["a picture", "png", "awning", { bleed: true }, /"bleed" is only for PDFs/],
    [
      "a flyer twice on A4",
      "pdf",
      "awning",
      { bleed: true, sheet: "a4" },
      /99 × 210 mm don't fit on A4, each with 3 mm/,
    ],
    ["a flyer as a poster", "pdf", "awning", { bleed: true, size: "a3" }, /only for posters/],
    ["a poster several times", "pdf", "jumble", { sheet: "a4" }, /only for pages of a fixed size/],
    ["bleed in millimetres", "pdf", "awning", { bleed: 3 }, /bleed/],
  ] as const)("refuses %s in plain words", async (_, format, id, request, message) => {
    const answer = await site.render(format, { data: { number: "1" }, ...request }, id);
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors[0].message).toMatch(message);
  });
});

describe("POST /render/{id}/rows with bleed", () => {
  const ask = (id: string, more: object) =>
    site.askRows([{ name: "Ada" }, { name: "Bo" }], id, site.url, { theme: {}, ...more });

  test("gives every row's PDF its boxes", async () => {
    const rows = unpackRows(await (await ask("awning", { bleed: true })).bytes());
    const boxes = rows.map((row) => "bytes" in row && boxesOf(row.bytes));
    const cut = { TrimBox: [[10, 10, 109, 220]], BleedBox: [[7, 7, 112, 223]] };
    expect(boxes).toEqual([cut, cut]);
  });

  test("is refused before a row is made", async () => {
    for (const [id, request, message] of [
      [card.id, { bleed: true }, /isn't drawn beyond the edges/],
      ["awning", { bleed: 3 }, /bleed/],
    ] as const) {
      const answer = await ask(id, request);
      expect(answer.status).toBe(400);
      expect((await answer.json()).errors[0].message).toMatch(message);
    }
  });
});

describe("POST /render/{id}.pdf with several pages on a sheet", () => {
  test.each([
    ["a4", [0, 0, 297, 210], [0, 0, 297, 210], [99, 0, 99, 8], 4],
    ["us-letter", [0, 0, 215.9, 279.4], [8.95, 34.7, 206.95, 244.7], [8.95, 29.2, 8.95, 33.2], 10],
  ] as const)("puts a DL flyer on %s and marks the cuts", async (sheet, media, trim, mark, count) => {
    const { pages, conformance } = await printed("awning", { sheet });
    expect(pages[0]?.media).toEqual(media);
    expect(pages[0]?.trim).toEqual(trim);
    expect(pages[0]?.bleed).toEqual(trim);
    expect(new Set(pages[0]?.marks.map(String)).size).toBe(count);
    expect(pages[0]?.marks[0]).toEqual(mark);
    expect(conformance).toBe("PDF/UA-1");
  });
});

describe("POST /render/{id}.pdf with a size", () => {
  test("scales the poster to A2", async () => {
    const { pages, words, conformance } = await makePdf(poster.id, {
      size: "a2",
      theme: { paper: "us-letter" },
    });
    expect(pages).toHaveLength(1);
    expect(pages[0]?.width).toBeCloseTo(420 * MM, 2);
    expect(pages[0]?.height).toBeCloseTo(594 * MM, 2);
    expect(pages[0]?.drawn).toMatch(/^q\n2 0 0 2 /);
    expect(words).toContain("Solveig Abara");
    expect(conformance).toBe("PDF/UA-1");
  });
});

describe("the cards of a table", () => {
  test("places twelve cards on two sheets with matching backs", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Guest ${String(index + 1).padStart(2, "0")}`);
    const cards: MadeCard[] = [];
    for (const name of names) {
      const answer = await site.render("pdf", { data: { number: name } }, card.id);
      cards.push({ name, bytes: await answer.bytes() });
    }
    const placement = cardSheet({ width: 85, height: 55 }, { sheet: "a4" });
    if (!placement) throw new Error("there is no sheet");
    const bytes = joinCards(cards, placement, { title: "Guests", language: "en" });
    const file = readPdf(bytes);
    const tree = file.dictionary(readReference(file.dictionary(file.root), "Pages"));
    expect(readKey(tree, "Count")).toBe("4");
    const words = textOfPdf(bytes);
    expect(words.match(/Guest \d\d/g)?.sort()).toEqual(names);
    expect(words.match(/The back/g)).toHaveLength(12);
    const text = Buffer.from(bytes).toString("latin1");
    expect(text.match(/\/S \/Figure/g)).toHaveLength(24);
    // Shared parts are written once: the font of the backs is the same in all twelve.
    expect(text.match(/\/FontFile/g)?.length).toBeLessThan(24);
    // The back of the first card is on the right where its front is on the left.
    const places = [...text.matchAll(/\/Contents (\d+) 0 R/g)].map(([, number]) => {
      const drawn = inflateSync(file.stream(Number(number))).toString("latin1");
      return Number(/^1 0 0 1 ([\d.]+) [\d.]+ cm$/m.exec(drawn)?.[1]);
    });
    expect(places[0]).toBeCloseTo(20 * MM, 1);
    expect(places[1]).toBeCloseTo((20 + 85) * MM, 1);
  });
});

describe("a sample in another language", () => {
  test("is served on request, with the first as fallback", async () => {
    const read = async (query: string) => {
      const answer = await fetch(`${site.url}/invoices/plain/sample.pdf${query}`);
      const words = textOfPdf(await answer.bytes());
      return { words, tag: answer.headers.get("etag") };
    };
    const [own, hebrew, none] = [await read(""), await read("?language=he"), await read("?language=ar")];
    expect(own.words).toContain("Solberg Kunsthall");
    expect(hebrew.words).toContain("Beit Solberg");
    expect(none).toEqual(own);
    expect(hebrew.tag).not.toBe(own.tag);
  });

  test("is greyed in previews in that language", async () => {
    const answer = await site.render("pdf", { data: {}, theme: { language: "he" }, mode: "preview" });
    expect(textOfPdf(await answer.bytes())).toContain("Beit Solberg");
  });
});
