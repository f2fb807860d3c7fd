import { setupI18n } from "@lingui/core";
import { expect, it } from "vitest";
import { publishedLetter } from "./letters.ts";

it("gives the author the whole address of a published template", () => {
  const i18n = setupI18n({ locale: "en", messages: { en: {} } });
  const link = (path: string) => `https://site.example/de${path}`;
  const letter = publishedLetter("Quarto", "/invoices/quarto")({ i18n, productName: "Typecase", link });
  expect(letter.paragraphs).toEqual([
    "Your template “Quarto” has been published under your name:",
    "https://site.example/de/invoices/quarto",
  ]);
});
