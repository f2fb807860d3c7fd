import { readFileSync } from "node:fs";
import path from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../contract/templates/theme.ts";
import { hasCharacter } from "../../engine/font-index.ts";
import type { RenderInput } from "../../engine/input/render-job.ts";
import { readPdf, readReference } from "../../engine/pdf-file.ts";
import { listFonts } from "../../server/rendering/fonts.ts";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { lettersOfBytes } from "../../shared/reading/pdf-objects.ts";
import { readPdfText } from "../../shared/reading/pdf-text.ts";
import { KIT } from "./template-folder.ts";

/** Each case is a small template that asserts about itself: if it compiles, it holds. */

let rendering: Rendering;
beforeAll(async () => {
  rendering = createRendering({
    settings: {
      processes: 1,
      queue: 20,
      deadlineMs: 20_000,
      kitDir: KIT,
    },
    log: pino({ level: "silent" }),
  });
  await rendering.ready();
});
afterAll(() => rendering.close());

function compile(asserts: string, input: Omit<RenderInput, "source"> = {}) {
  return rendering.renderPages({
    mode: "final",
    ...input,
    source: `#import "/kit/kit.typ": *\n#show: setup.with(title: "Test {number}")\n#set page(width: 200mm, height: 80mm)\n${asserts}`,
  });
}
const fieldsOf = async (source: string, input: Omit<RenderInput, "source">) =>
  (await compile(source, input)).pages.flatMap((page) => page.fields.map((field) => field.path));

const NBSP = "\u00a0";
describe("money", () => {
  test.each<[Language, string, string]>([
    ["en", "GBP", "£1,234.50"],
    ["en", "CHF", `CHF${NBSP}1,234.50`],
    ["en", "JPY", "¥1,234.5"],
    ["de", "EUR", `1.234,50${NBSP}€`],
    ["de-CH", "CHF", `CHF${NBSP}1’234.50`],
    ["fr", "EUR", `1${NBSP}234,50${NBSP}€`],
    ["nl", "EUR", `€${NBSP}1.234,50`],
    ["nb", "NOK", `1${NBSP}234,50${NBSP}kr`],
    ["es", "EUR", `1234,50${NBSP}€`],
    ["he", "ILS", `1,234.50${NBSP}₪`],
    ["ar", "EUR", `1,234.50${NBSP}€`],
    ["tr", "TRY", `1.234,50${NBSP}TL`],
    ["cs", "CZK", `1${NBSP}234,50${NBSP}Kč`],
    ["uk", "UAH", `1${NBSP}234,50${NBSP}грн`],
    ["el", "EUR", `1.234,50${NBSP}€`],
    ["hi", "INR", "₹1,234.50"],
  ])("in %s, %s", async (language, currency, expected) => {
    await compile(`#assert.eq(money-text("1234.5", currency: "${currency}"), "${expected}")`, {
      theme: { language },
    });
  });

  test("is exact and signed, and leaves other text unchanged", async () => {
    await compile(
      `
      #assert.eq(money-text(total("items", i => number(i, "price")), currency: "EUR"), "€0.30")
      #assert.eq(money-text("-5", currency: "USD"), "\u2212$5.00")
      #assert.eq(amount-text("on request"), "on request")
      #assert.eq(amount-text("9007199254740993.01"), "9,007,199,254,740,993.01")`,
      { data: { items: [{ price: "0.1" }, { price: "0.2" }] } },
    );
  });
});

describe("dates", () => {
  test.each<[Language, string, string]>([
    ["en", "long", "3 November 2026"],
    ["en-US", "long", "November 3, 2026"],
    ["de", "long", "3. November 2026"],
    ["es", "long", "3 de noviembre de 2026"],
    ["pl", "month", "listopad 2026"],
    ["fi", "long", "3. marraskuuta 2026"],
    ["fr", "full", "mardi 3 novembre 2026"],
    ["sv", "short", "2026-11-03"],
    ["en-US", "day", "November 3"],
    ["pt", "day", "3 de novembro"],
    ["ar", "full", "الثلاثاء، 3 نوفمبر 2026"],
    ["he", "full", "יום שלישי, 3 בנובמבר 2026"],
    ["he", "medium", "3 בנוב׳ 2026"],
    ["tr", "full", "3 Kasım 2026 Salı"],
    ["cs", "full", "úterý 3. listopadu 2026"],
    ["cs", "month", "listopad 2026"],
    ["cs", "short", `3.${NBSP}11.${NBSP}2026`],
    ["uk", "long", `3 листопада 2026${NBSP}р.`],
    ["uk", "day", "3 листопада"],
    ["el", "long", "3 Νοεμβρίου 2026"],
    ["el", "month", "Νοέμβριος 2026"],
    ["hi", "full", "मंगलवार, 3 नवंबर 2026"],
    ["de", "weekday", "Dienstag, 3. November"],
    ["en", "weekday", "Tuesday 3 November"],
    ["fi", "weekday", "tiistai 3. marraskuuta"],
    ["de", "short-day", "3. Nov."],
    ["cs", "short-day", `3.${NBSP}11.`],
    ["fi", "short", "3.11.2026"],
    ["fi", "medium", "3.11.2026"],
    ["fi", "short-day", "3.11."],
    ["da", "full", "tirsdag den 3. november 2026"],
    ["fr", "numeric-day", "3/11"],
    ["de", "numeric-day", "3.11."],
    ["nl", "numeric-day", "3-11"],
  ])("in %s, %s", async (language, style, expected) => {
    await compile(`#assert.eq(date-text("2026-11-03", style: "${style}"), "${expected}")`, {
      theme: { language },
    });
  });

  test("leave other text unchanged", async () => {
    await compile(`
      #assert.eq(date-text("2026-02-30"), "2026-02-30")
      #assert.eq(date-text("soon"), "soon")
      #assert.eq(week-number("2027-01-01"), 53)`);
  });
});

describe("words", () => {
  test.each<[Language, string, string]>([
    ["en", "0 1 2", "hours hour hours"],
    ["fr", "0 1 2", "heure heure heures"],
    ["pl", "1 2 5 12 22", "godzina godziny godzin godzin godziny"],
    ["uk", "1 2 5 11 21", "година години годин годин година"],
    ["cs", "1 2 5 22", "hodina hodiny hodin hodin"],
    ["ar", "1 2 3 11 102", "ساعة ساعتان ساعات ساعة ساعة"],
    ["tr", "1 2", "saat saat"],
  ])("in %s, %s take the forms %s", async (language, numbers, forms) => {
    const counts = numbers.split(" ").join(", ");
    await compile(`#assert.eq((${counts},).map(hours-word).join(" "), "${forms}")`, { theme: { language } });
  });

  test("of French lose their last vowel before another", async () => {
    const names = ["Ottilie", "Émile", "Hélène", "Yves", "Yann", "Marie"];
    const said = ["d’", "d’", "d’", "d’", "de", "de"];
    await compile(
      `#assert.eq(${JSON.stringify(names).replace("[", "(").replace("]", ")")}.map(n => elide("de", n)).join(" "), "${said.join(" ")}")
      #assert.eq(elide("Nous certifions que", "Ottilie"), "Nous certifions qu’")
      #assert.eq(elide("monde", "Ottilie"), "monde")`,
      { theme: { language: "fr" } },
    );
    await compile(`#assert.eq(elide("de", "Ottilie"), "de")`, { theme: { language: "es" } });
  });

  test("name the days in narrow columns by letters that tell them apart", async () => {
    await compile(`#assert.eq(range(1, 8).map(weekday-letter).join(), "نثرخجسح")`, {
      theme: { language: "ar" },
    });
    await compile(`#assert.eq(range(1, 8).map(weekday-letter).join(), "MDMDFSS")`, {
      theme: { language: "de" },
    });
  });

  test("exist in every document language, months and days included", async () => {
    for (const language of LANGUAGES)
      await compile(
        `#import "/kit/words.typ": languages, dictionary
        #import "/kit/calendar.typ": months, short-months, weekdays
        #for (key, entry) in dictionary { assert.eq(entry.len(), languages.len(), message: key) }
        #for names in (months, short-months, weekdays) { assert(language.code in names, message: language.code) }
        #assert.eq(language.code, "${language.split("-")[0]}")`,
        { theme: { language } },
      );
  });

  test("fall back to English", async () => {
    await compile(`#assert.eq(tr(en: "Firing", de: "Brand"), "Firing")`, { theme: { language: "ar" } });
  });

  test("follow Turkish and Greek rules in capitals", async () => {
    await compile(`#assert.eq(upper("iş ilanı"), "İŞ İLANI")`, { theme: { language: "tr" } });
    await compile(`#assert.eq(upper("Τιμολόγιο"), "ΤΙΜΟΛΟΓΙΟ")`, { theme: { language: "el" } });
    await compile(`#assert.eq(upper("iş"), "IŞ")`, { theme: { language: "en" } });
  });

  test("break after more than eighteen letters, not bytes", async () => {
    await compile(`#let whole = ("विश्वविद्यालय में", "ภาษาไทยไม่มีช่องว่างระหว่างคำ", "προϋπολογισμός μας")
      #for words in whole { assert.eq([#breakable(words)], [#words]) }
      #assert.ne([#breakable("Donaudampfschifffahrtsgesellschaft")], [Donaudampfschifffahrtsgesellschaft])`);
  });
});

test("a price keeps its typed decimals, a sum has those of its currency", async () => {
  await compile(
    `#assert.eq(money-text("0.035", currency: "EUR"), "0,035${NBSP}€")
    #assert.eq(money-text("12.5", currency: "EUR"), "12,50${NBSP}€")
    #assert.eq(money-text("80", currency: "JPY"), "80${NBSP}¥")
    #assert.eq(money-text(decimal("0.035") * decimal("3"), currency: "EUR"), "0,11${NBSP}€")`,
    {
      theme: { language: "de" },
    },
  );
});

describe("an email or web address", () => {
  const ADDRESSES = [
    "katharina.example-lindqvist@example.org",
    "post@katharina.example",
    "https://katharina-lindqvist.example/portfolio/2026",
    "katharina-lindqvist.example",
  ];
  test.each([70, 45, 38])("is never hyphenated in a column of %i mm", async (width) => {
    const { bytes } = await rendering.renderPdf({
      source: `#import "/kit/kit.typ": *\n#show: setup.with(title: "Test")\n#set text(hyphenate: true)\n#block(width: ${width}mm, for row in each("rows") [#field(row) \\ ])`,
      data: { rows: ADDRESSES },
      mode: "final",
    });
    const text = readPdfText(bytes);
    expect(text).not.toMatch(/\u00ad|-\n/);
    expect(text.replaceAll("\n", "")).toBe(ADDRESSES.join(""));
  });
});

test("a list after a sentence is a list", async () => {
  const { bytes } = await rendering.renderPdf({
    source: `#import "/kit/kit.typ": *\n#show: setup.with(title: "Test")\n#prose("text")`,
    data: { text: "Runs a studio of four.\n- Nine theatres\n- A harbour at night\nAnd more." },
    mode: "final",
  });
  const lines = readPdfText(bytes).trim().split("\n");
  expect(lines).toEqual(["Runs a studio of four.", "• Nine theatres", "• A harbour at night", "And more."]);
});

describe("a page in Arabic or Hebrew", () => {
  const placeOf = async (language: Language) => {
    const { pages } = await compile(`#grid(columns: (1fr, 1fr), field("number"), field("place"))`, {
      mode: "preview",
      theme: { language },
      data: { number: "1", place: "Haifa" },
    });
    return Object.fromEntries(pages.flatMap(({ fields }) => fields.map(({ path, x }) => [path, x])));
  };

  test("starts at the right with columns to the left", async () => {
    const usual = await placeOf("en");
    expect(usual.number).toBeLessThan(usual.place ?? 0);
    for (const language of ["ar", "he"] as const) {
      const { number = 0, place = 0 } = await placeOf(language);
      expect(number).toBeGreaterThan(place);
    }
  });

  test("keeps a minus before its number", async () => {
    await compile(`#assert.eq(amount-text("-5"), "\u{200E}\u{2212}5.00")`, { theme: { language: "he" } });
  });

  test.each([
    ["هاتف 555 0164", "هاتف \u2066555 0164\u2069"],
    ["هاتف +971 50 555 0164", "هاتف \u2066+971 50 555 0164\u2069"],
    ["بنك، AE28 0555 2014", "بنك، \u2066AE28 0555 2014\u2069"],
    ["في 12 مايو 2027", "في 12 مايو 2027"],
  ])("isolates the groups of a number: %s", async (typed, expected) => {
    await compile(
      `#import "/kit/prose.typ": plain\n#assert.eq(plain("${typed}", false), text("${expected}"))`,
      {
        theme: { language: "ar" },
      },
    );
  });

  test.each(
    (["ar", "he"] as const).flatMap((language) =>
      ["auto", "30mm"].map((width) => [language, width] as const),
    ),
  )("puts the decimals of amounts below each other: %s, in a column of %s", async (language, width) => {
    const rows = `each("items").map(row => ([x], field(row, "price", format: v => amount(v))))`;
    const { pages } = await compile(
      `#listing("items", columns: (1fr, ${width}), align: (start, end), rows: ${rows})[]`,
      {
        mode: "preview",
        theme: { language },
        data: { items: [{ price: "1234.50" }, { price: "5" }, { price: "88.40" }] },
      },
    );
    const amounts = pages.flatMap(({ fields }) => fields.filter(({ path }) => path.endsWith(".price")));
    expect(new Set(amounts.map(({ width }) => Math.round(width))).size).toBe(3);
    expect(new Set(amounts.map(({ x, width }) => Math.round(x + width))).size).toBe(1);
  });

  test.each<[Language, string, string]>([
    ["ar", "هاتف ", "+44 555 0119"],
    ["ar", "الرقم الضريبي ", "100 555 016 600 003"],
    ["he", "טלפון ", "04 555 0119"],
    ["he", "עוסק מורשה ", "555 016 620"],
    ["he", "", "+44 555 0119"],
  ])("prints a telephone or tax number from left to right: %s, %s%s", async (language, words, number) => {
    const { bytes } = await rendering.renderPdf({
      source: `#import "/kit/kit.typ": *\n#show: setup.with(title: "Test")\n#field("number")`,
      data: { number: words + number },
      theme: { language },
      mode: "final",
    });
    expect(readPdfText(bytes)).toContain(number);
  });

  test("makes Arabic initials without the article, not joined", async () => {
    await compile(`#assert.eq(monogram("ضحى البستاني"), "ض\u{200C}ب")\n#assert.eq(monogram("ال"), "ا")`, {
      theme: { language: "ar" },
    });
  });
});

describe("typefaces", () => {
  const LETTERS = {
    el: "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩάέήίόύώϊΐς",
    uk: "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯабвгґіїє",
  };
  const fontFiles = listFonts().filter(({ isStandIn }) => !isStandIn);
  const hasAll = (family: string, letters: string) =>
    fontFiles
      .filter(({ face }) => face?.family === family)
      .every((font) => [...letters].every((letter) => hasCharacter(font, letter)));

  test.each(["el", "uk"] as const)(
    "without the letters of %s are preceded by one that has all",
    async (language) => {
      const families = [...new Set(fontFiles.flatMap(({ face }) => face?.family ?? []))];
      const lacking = families.filter(
        (family) => !family.startsWith("Noto") && !hasAll(family, LETTERS[language]),
      );
      expect(lacking.length).toBeGreaterThan(15);
      const substitutes = readFileSync(path.join(KIT, "theme.typ"), "utf8").match(/"[^"]+"/g) ?? [];
      const able = [...new Set(substitutes.map((name) => name.slice(1, -1)))].filter(
        (name) => families.includes(name) && hasAll(name, LETTERS[language]),
      );
      await compile(
        `#let able = (${able.map((name) => JSON.stringify(name)).join(", ")},)
      #for family in (${lacking.map((name) => JSON.stringify(name)).join(", ")},) {
        assert(fonts(text: family).text.first() in able, message: family)
      }`,
        { theme: { language } },
      );
    },
  );
});

describe("fields", () => {
  const sample = {
    number: "S1",
    tax: "25",
    items: [
      { text: "a", price: "10" },
      { text: "b", price: "20" },
    ],
  };

  test("show only typed values and no empty rows on a finished page", async () => {
    await compile(
      `
      #assert.eq(value("number"), none)
      #assert(not has("number") and has("items"))
      #assert.eq(each("items"), ("items.1",))
      #assert.eq(section("number", [x]), none)
      #assert.eq(field("number"), none)`,
      { data: { number: " ", items: [{ text: "" }, { text: "typed" }] }, sample },
    );
  });

  test("show the sample in the preview until something is typed", async () => {
    const rows = `#for item in each("items") [#field(item, "text") #field(item, "price") \\ ] #field("number")`;
    expect(await fieldsOf(rows, { mode: "preview", data: {}, sample })).toEqual([
      "items.0.text",
      "items.0.price",
      "items",
      "items",
      "number",
    ]);
    expect(await fieldsOf(rows, { mode: "preview", data: { items: [{ text: "typed" }] }, sample })).toEqual([
      "items.0.text",
      "items.0.price",
      "number",
    ]);
    expect(await fieldsOf(rows, { mode: "final", data: { items: [{ text: "typed" }] }, sample })).toEqual([]);
  });

  test("count sample numbers only while their list is empty", async () => {
    const sum = (expected: string, tax: string) => `
      #assert.eq(str(total("items", i => number(i, "price"))), "${expected}")
      #assert.eq(str(number("tax", with: "items")), "${tax}")`;
    await compile(sum("30", "25"), { mode: "preview", data: {}, sample });
    await compile(sum("7", "0"), {
      mode: "preview",
      data: { items: [{ price: "7" }, { text: "x" }] },
      sample,
    });
    await compile(sum("30", "25"), { mode: "sample", data: {}, sample });
  });

  test("never become markup or unsafe links", async () => {
    const hostile = "#panic() *x* $y$ @z <label> javascript:alert(1)";
    await compile(`#field("number") #prose("number") #field("number", link: true)`, {
      data: { number: hostile },
    });
    await compile(`
      #assert.eq(safe-link("javascript:alert(1)", [x]), [x])
      #assert.eq(safe-link("http://plain.example", [x]), [x])
      #assert.eq(safe-link("https://ferrywatch.example", [x]), link("https://ferrywatch.example", [x]))`);
  });
});

describe("a long text", () => {
  const GAPS = Array.from({ length: 13 }, (_, step) => step * 4); // mm before it: one of them leaves no room for the closing alone
  const data = { body: "One.\n\nTwo, and its second line.\n\nThree.", closing: "Yours" };
  const closingsAlone = async (sticky: boolean) => {
    const alone = [];
    for (const gap of GAPS) {
      const { pages } = await compile(
        `#v(${gap}mm)\n#prose("body", sticky: ${sticky})\n#block(breakable: false, height: 14mm, field("closing"))`,
        { mode: "proof", data },
      );
      const ofLast = pages.at(-1)?.fields.map((field) => field.path) ?? [];
      if (!ofLast.includes("body")) alone.push(gap);
    }
    return alone;
  };

  test("keeps its closing on the same page if sticky", async () => {
    expect(await closingsAlone(true)).toEqual([]);
    expect(await closingsAlone(false)).not.toEqual([]);
  });

  test("without blank lines starts at the same place, sticky or not", async () => {
    const lines = Array.from({ length: 12 }, (_, n) => `Line ${n}`).join("\n");
    const { pages } = await compile(
      `#v(20mm)\n#prose("body", sticky: true)\n#block(breakable: false, height: 40mm, field("closing"))`,
      { mode: "proof", data: { ...data, body: lines } },
    );
    expect(pages[0]?.fields.map((field) => field.path)).toContain("body");
  });

  test("looks the same, sticky or not", async () => {
    for (const body of ["One.", "One.\n\nTwo.\n\nThree, the widest.", "One.\n\n- a\n- b"])
      for (const style of ["spacing: 0pt", "spacing: 3em", "first-line-indent: 9mm"])
        await compile(
          `#set par(${style})
          #let size(..options) = measure(prose("body", ..options) + [Yours])
          #context assert.eq(size(), size(sticky: true))`,
          { data: { body } },
        );
  });
});

test("every accent is legible as text and as background", async () => {
  for (const accent of ["#ffff00", "#000000", "#ffffff", "#14b8a6", "#e8341c"]) {
    await compile(
      `#import "/kit/theme.typ": contrast
      #assert(contrast(accent-text, white) >= 4.5)
      #assert(contrast(accent-ink, accent) >= 4.4)`,
      { theme: { accent } },
    );
  }
});

test.each([
  ["Devanagari", "श्रीमती ओयेलारान, वर्षों के लिए"],
  ["Arabic", "مرحبا بكم في المكتبة"],
  ["accents set as marks", "Ệ Ģ Ǹ x̌ q̇"],
])("every glyph of a PDF has a Unicode value, also where several draw one letter: %s", async (_, words) => {
  const source = `#import "/kit/kit.typ": *\n#show: setup.with(title: "Test")\n#head(1)[${words}]`;
  const { bytes, conformance } = await rendering.renderPdf({ mode: "final", source });
  expect(conformance).toBe("PDF/UA-1");
  const file = readPdf(bytes);
  const fonts = [...file.offsets.keys()].filter((number) => /Subtype \/Type0/.test(file.dictionary(number)));
  expect(fonts).not.toEqual([]);
  for (const font of fonts) {
    const table = lettersOfBytes(file.stream(readReference(file.dictionary(font), "ToUnicode")));
    const codes = [...table.matchAll(/^<(?!0000)([0-9A-F]{4})> <[0-9A-F]{4,}>$/gm)];
    const numbers = codes.map(([, code = ""]) => Number.parseInt(code, 16)).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  }
});
