import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { joinCards, type MadeCard } from "../../app/lib/batch/card-sheets.ts";
import { cardSheet } from "../../contract/rendering/print-sheets.ts";
import { readKey, readPdf, readReference } from "../../engine/pdf-file.ts";
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
