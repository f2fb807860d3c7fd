import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CURRENCIES, type Language } from "../../../../contract/templates/theme.ts";
import { writeMoney } from "./money-text.ts";

describe("an amount", () => {
  it.each<[Language, string, string, string]>([
    ["de", "1500", "EUR", "1.500,00 €"],
    ["de", "1.500", "EUR", "1,50 €"],
    ["de", "-1500.5", "CHF", "CHF −1.500,50"],
    ["en", "1500", "EUR", "€1,500.00"],
    ["en", "-12", "DKK", "−kr. 12.00"],
    ["nl", "1500", "EUR", "€ 1.500,00"],
    ["nb", "1500", "NOK", "1 500,00 kr"],
    ["es", "1500", "EUR", "1500,00 €"],
    ["en-US", "1500", "JPY", "¥1,500"],
    ["fr", "0.1234", "EUR", "0,1234 €"],
  ])("is written in %s as the document writes it: %s %s is %s", (language, decimal, currency, written) => {
    expect(writeMoney(decimal, language, currency).replaceAll("\u00a0", " ")).toBe(written);
  });

  it("has no symbol without a currency", () => expect(writeMoney("1500", "de")).toBe("1.500,00"));

  it("has the kit's symbols and digits", () => {
    const kit = readFileSync(new URL("../../../../library/kit/money.typ", import.meta.url), "utf8");
    const entries = [...kit.matchAll(/([A-Z]{3}): \("([^"]+)", (\d)\)/g)];
    expect(entries.map(([, code]) => code)).toEqual([...CURRENCIES]);
    for (const [, code, sign, digits] of entries) {
      const decimals = "0".repeat(Number(digits));
      const expected = `1${decimals && `,${decimals}`}\u00a0${sign}`;
      const isFirst = code === "BRL" || code === "CHF";
      expect(writeMoney("1", "de", code)).toBe(isFirst ? `${sign}\u00a01,00` : expected);
    }
  });
});
