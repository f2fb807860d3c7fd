import { afterAll, beforeAll, expect, test } from "vitest";
import {
  describeUnreadable,
  extractWords,
  findReaders,
  isUnreadable,
} from "../../cli/library/proof/extraction.ts";
import { KIT } from "../../cli/library/template-folder.ts";
import type { Language } from "../../contract/templates/theme.ts";
import { readKey, readPdf, readReference, rewritePdf } from "../../server/rendering/pdf-file.ts";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { quietLog } from "../support/databases.ts";
import { spawnKeptChild } from "../support/kept-render-children.ts";

let rendering: Rendering;
beforeAll(async () => {
  const settings = { processes: 1, queue: 20, deadlineMs: 30_000, kitDir: KIT };
  rendering = createRendering({ settings, log: quietLog, spawn: spawnKeptChild });
  await rendering.ready();
});
afterAll(() => rendering.close());

const SENTENCES: [script: string, language: Language, sentence: string][] = [
  ["Arabic", "ar", "مرحبا بكم في المكتبة العربية لارنس بالإضافة إلى الآن الْوَلَد محمّد"],
  ["Hebrew", "he", "ברוכים הבאים לספרייה העברית שָׁלוֹם עֲלֵיכֶם"],
  ["Devanagari", "hi", "श्रीमती वर्षों के लिए प्रशिक्षण कार्यक्रम विद्यार्थियों ज्ञान पुस्तकालय फ़ुटबॉल चुटकुले"],
  ["Thai", "en", "กรุงเทพมหานคร น้ำตกที่สวยงาม ผู้เขียนได้รับรางวัล ทั้งหมดเก้าสิบบาท กำลังใจ"],
  ["Greek", "el", "Αγαπητέ κύριε Παπαδόπουλε πολλὰ ἄνδρα"],
  ["Cyrillic", "uk", "Шановний пане Їжакевич ґанок подъезд"],
];

function renderSentence(language: Language, sentence: string) {
  const source = `#import "/kit/kit.typ": *\n#show: setup.with(title: "Test")\n#let type = fonts(display: "Inter", text: "Inter")
#text(font: type.display, head(1)[${sentence}])\n#text(font: type.text)[${sentence}]`;
  return rendering.renderPdf({
    mode: "final",
    source,
    theme: { language, fonts: "bookish", paper: "a4", accent: "#1f4fd8" },
  });
}

test.each(SENTENCES)("poppler and pdf.js read every %s word of a PDF", async (script, language, sentence) => {
  const { readers, skipped } = await findReaders();
  expect(skipped).toEqual([]);
  const { bytes, conformance } = await renderSentence(language, sentence);
  expect(conformance).toBe("PDF/UA-1");
  const extractions = await extractWords(bytes, { sentence }, readers);
  expect(extractions.map(({ reader, missing }) => [reader, missing])).toEqual([
    ["poppler", []],
    ["pdf.js", []],
  ]);
  expect(extractions.map((each) => each.script)).toEqual([script, script]);
});

test("the same text makes the same bytes", async () => {
  const [, , sentence] = SENTENCES[0] ?? ["", "", ""];
  const [first, second] = [await renderSentence("ar", sentence), await renderSentence("ar", sentence)];
  expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
});

test("a PDF whose glyphs have the wrong letters is unreadable in every reader", async () => {
  const [, , sentence] = SENTENCES[0] ?? ["", "", ""];
  const file = readPdf((await renderSentence("ar", sentence)).bytes);
  const broken = new Map<number, Buffer>();
  for (const number of file.offsets.keys()) {
    const table = readReference(number > 0 ? file.dictionary(number) : "", "ToUnicode");
    if (table === 0 || file.dictionary(table).includes("/FlateDecode")) continue;
    const text = file.stream(table).toString("latin1").replaceAll("<0628>", "<0646>");
    broken.set(table, Buffer.from(`<<\n  /Length ${text.length}\n>>\nstream\n${text}\nendstream`, "latin1"));
  }
  expect(broken.size).toBeGreaterThan(0);
  const { readers } = await findReaders();
  const extractions = await extractWords(rewritePdf(file, broken), { sentence }, readers);
  expect(extractions.map(isUnreadable)).toEqual([true, true]);
  for (const extraction of extractions)
    expect(describeUnreadable(extraction)).toMatch(/finds \d+ of \d+ Arabic words; it lacks "مرحبا"/);
});

test("the tags of a line from right to left are in reading order, one for each word and space", async () => {
  const file = readPdf((await renderSentence("ar", "كتابي جديد")).bytes);
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
