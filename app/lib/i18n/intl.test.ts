import { afterEach, expect, it } from "vitest";
import type { InterfaceLanguage } from "../../../contract/site/interface-languages.ts";
import { createI18n, takeI18nFrom } from "./i18n.tsx";
import { formatList } from "./intl.ts";

const speak = (language: InterfaceLanguage) => takeI18nFrom(() => createI18n(language, {}));
afterEach(() => speak("en"));

it.each([
  ["en", "A4, 210 × 297 mm"],
  ["fr", "A4, 210 × 297 mm"],
  ["tr", "A4, 210 × 297 mm"],
  ["ar", "A4، 210 × 297 mm"],
] as const)("lists facts with commas and no “and” in %s", (language, expected) => {
  speak(language);
  expect(formatList(["A4", "210 × 297 mm"], "unit")).toBe(expected);
});

it("joins with the word of the language otherwise", () => {
  speak("fr");
  expect(formatList(["A4", "Letter"])).toBe("A4 et Letter");
});
