import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "../../../../contract/templates/theme.ts";
import { type DecimalMark, decimalMark, readDecimal, writeDecimal, writeTyped } from "./decimal-text.ts";

const read = (typed: string, language: Language) => readDecimal(typed, decimalMark(language))?.decimal;

/** Languages whose decimal mark is a comma, and what they group with. */
const COMMA: Language[] = [
  "de",
  "fr",
  "es",
  "it",
  "nl",
  "pt",
  "pl",
  "sv",
  "nb",
  "da",
  "fi",
  "cs",
  "el",
  "tr",
  "uk",
];

describe("a typed number", () => {
  it.each([
    ["1234.5", "1234.5"],
    ["1234,5", "1234.5"],
    ["1 234,50", "1234.50"],
    ["1\u00a0234,50", "1234.50"],
    ["1\u202f234.50", "1234.50"],
    ["1,234.50", "1234.50"],
    ["1.234,50", "1234.50"],
    ["1.234.567,89", "1234567.89"],
    ["1'234.50", "1234.50"],
    ["(75.00)", "-75.00"],
    ["($1,234.50)", "-1234.50"],
    ["1’234.50", "1234.50"],
    ["1,234,567", "1234567"],
    ["1.234.567", "1234567"],
    ["1 234.567", "1234.567"],
    ["0,125", "0.125"],
    ["0.125", "0.125"],
    ["12,5", "12.5"],
    ["12.5", "12.5"],
    ["1500.00", "1500.00"],
    ["1500,000", "1500.000"],
    ["-12,5", "-12.5"],
    ["−12", "-12"],
    ["+12", "12"],
    [".5", "0.5"],
    [",5", "0.5"],
    ["5.", "5"],
    ["007", "7"],
    ["0", "0"],
    ["€ 12,50", "12.50"],
    ["CA$12.50", "12.50"],
    ["NOK 1 150", "1150"],
    ["12.50 kr.", "12.50"],
    ["25 %", "25"],
    ["12,34,567.5", "1234567.5"],
    ["١٬٢٣٤٫٥٠", "1234.50"],
    ["१,२३४.५", "1234.5"],
    ["\u200e−1,234.5", "-1234.5"],
    ["1.234,50 TL", "1234.50"],
    ["1 234,50 грн", "1234.50"],
    ["%20", "20"],
    ["123456789012.3456", "123456789012.3456"],
  ])("%s is %s in every language, and nothing else", (typed, decimal) => {
    for (const language of LANGUAGES) {
      expect(readDecimal(typed, decimalMark(language))).toEqual({ decimal });
    }
  });

  it.each(["", "twelve", "1.2.3", "1,2,3", "12.34,5", "1,5.3", "12 to 14", "-", "3x4", "12k", "12 hours"])(
    "%s is not a number",
    (typed) => {
      for (const language of LANGUAGES) expect(read(typed, language)).toBeUndefined();
    },
  );
});

describe("an ambiguous number", () => {
  it.each(COMMA)("follows the language %s and offers the other reading", (language) => {
    const mark = decimalMark(language);
    expect(readDecimal("1.500", mark)).toEqual({ decimal: "1500", other: "1.500" });
    expect(readDecimal("1,500", mark)).toEqual({ decimal: "1.500", other: "1500" });
    expect(readDecimal("-12.345", mark)).toEqual({ decimal: "-12345", other: "-12.345" });
    expect(readDecimal("€ 1.500", mark)).toEqual({ decimal: "1500", other: "1.500" });
  });

  it.each(["en", "en-US", "ar", "he", "hi"] satisfies Language[])(
    "is read the other way in %s",
    (language) => {
      const mark = decimalMark(language);
      expect(readDecimal("1.500", mark)).toEqual({ decimal: "1.500", other: "1500" });
      expect(readDecimal("1,500", mark)).toEqual({ decimal: "1500", other: "1.500" });
    },
  );

  it("has one reading if only one fits its field", () => {
    const isPercent = (decimal: string) => Number(decimal) <= 100;
    expect(readDecimal("19.000", ",", isPercent)).toEqual({ decimal: "19.000" });
    expect(readDecimal("1.500", ",", () => false)).toEqual({ decimal: "1500" });
  });
});

describe("a number written in a language", () => {
  const decimals = fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 999_999_999_999n }), fc.stringMatching(/^\d{0,4}$/))
    .map(([isNegative, whole, fraction]) => {
      const size = fraction ? `${whole}.${fraction}` : `${whole}`;
      return isNegative && Number(size) !== 0 ? `-${size}` : size;
    });
  const plain = (decimal: string) => decimal.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");

  it.each(LANGUAGES)("round-trips with and without groups: %s", (language) => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 3 }), (decimal, digits) => {
        expect(read(writeTyped(decimal, language), language)).toBe(decimal);
        const again = read(writeDecimal(decimal, language, digits), language);
        expect(plain(again ?? "none")).toBe(plain(decimal));
      }),
    );
  });

  it("uses the document's separators", () => {
    const kit = readFileSync(new URL("../../../../library/kit/locale.typ", import.meta.url), "utf8");
    const marks = [...kit.matchAll(/(\w\w): \("([.,])", (?:"([.,])"|nbsp)\)/g)];
    expect(marks).toHaveLength(19);
    const [, apart = ""] = /code in \(([^)]+)\) \{ 5 \}/.exec(kit) ?? [];
    for (const [, code, decimal, group = "\u00a0"] of marks) {
      const language = code as Language;
      expect(decimalMark(language)).toBe(decimal as DecimalMark);
      expect(writeDecimal("12345.5", language)).toBe(`12${group}345${decimal}5`);
      expect(writeDecimal("1234", language)).toBe(apart.includes(`"${code}"`) ? "1234" : `1${group}234`);
    }
  });

  it("has lakhs and crores in Hindi", () => {
    expect(writeDecimal("12345678.5", "hi")).toBe("1,23,45,678.5");
    expect(writeDecimal("100000", "hi")).toBe("1,00,000");
  });

  it("leaves other text unchanged", () => expect(writeTyped("a lot", "de")).toBe("a lot"));
});
