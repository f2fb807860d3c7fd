import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createWordReading,
  describeUnreadable,
  extractWords,
  findReaders,
  isUnreadable,
} from "../../cli/library/proof/extraction.ts";
import { PAIRINGS, readSpecimens, renderSpecimen, SPECIMENS } from "../../cli/library/proof/specimens.ts";
import { KIT } from "../../cli/library/template-folder.ts";
import { readKey, readPdf, readReference, rewritePdf } from "../../engine/pdf-file.ts";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { lettersOfBytes } from "../../shared/reading/pdf-objects.ts";
import { quietLog } from "../support/databases.ts";
import { spawnReusedChild } from "../support/reused-render-processes.ts";

let rendering: Rendering;
beforeAll(async () => {
  const settings = { processes: 1, queue: 20, deadlineMs: 30_000, kitDir: KIT };
  rendering = createRendering({ settings, log: quietLog, spawn: spawnReusedChild });
  await rendering.ready();
});
afterAll(() => rendering.close());

const [ARABIC] = SPECIMENS;
const renderArabic = (text = ARABIC?.text ?? "") =>
  renderSpecimen(rendering, { language: "ar", text }, "bookish");

test("poppler and pdf.js read every word of six scripts in all font pairings", {
  tags: ["long"],
}, async () => {
  const words = createWordReading();
  const read = await readSpecimens(rendering, words);
  expect(await words.skipped()).toEqual([]);
  const extractions = read.flatMap((each) => each.extractions);
  expect(extractions.filter(({ missing }) => missing.length > 0)).toEqual([]);
  const rows = new Set(extractions.map(({ script, reader }) => `${script} ${reader}`));
  expect([...rows]).toEqual(SPECIMENS.flatMap(({ script }) => [`${script} poppler`, `${script} pdf.js`]));
  expect(extractions).toHaveLength(rows.size * PAIRINGS.length);
});

test("the same text makes the same bytes", async () => {
  const [first, second] = [await renderArabic(), await renderArabic()];
  expect(first.conformance).toBe("PDF/UA-1");
  expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
});

test("a PDF whose glyphs have the wrong letters is unreadable in every reader", async () => {
  const file = readPdf((await renderArabic()).bytes);
  const broken = new Map<number, Buffer>();
  for (const number of file.offsets.keys()) {
    const table = readReference(number > 0 ? file.dictionary(number) : "", "ToUnicode");
    if (table === 0 || file.dictionary(table).includes("/FlateDecode")) continue;
    const text = lettersOfBytes(file.stream(table)).replaceAll("<0628>", "<0646>");
    broken.set(table, Buffer.from(`<<\n  /Length ${text.length}\n>>\nstream\n${text}\nendstream`, "latin1"));
  }
  expect(broken.size).toBeGreaterThan(0);
  const { readers } = await findReaders();
  const extractions = await extractWords(rewritePdf(file, broken), ARABIC?.text, readers);
  expect(extractions.map(isUnreadable)).toEqual([true, true]);
  for (const extraction of extractions)
    expect(describeUnreadable(extraction)).toMatch(/finds \d+ of \d+ Arabic words; it lacks "مرحبا"/);
});

test("the tags of a line from right to left are in reading order, one for each word and space", async () => {
  const file = readPdf((await renderArabic("كتابي جديد")).bytes);
  const orders = [...file.offsets.keys()]
    .map((number) => (number > 0 ? file.dictionary(number) : ""))
    .filter((object) => object.includes("/StructElem") && /^\[\d+( \d+)+\]$/.test(readKey(object, "K") ?? ""))
    .map((object) => (readKey(object, "K") ?? "").slice(1, -1).split(" ").map(Number));
  expect(orders).toHaveLength(2);
  for (const order of orders) {
    expect(order).toHaveLength(3);
    expect(order).toEqual(order.toSorted((a, b) => b - a));
  }
});
