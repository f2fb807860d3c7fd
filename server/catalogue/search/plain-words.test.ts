import { expect, test } from "vitest";
import { indexedWords, plainWords, queryWords } from "./plain-words.ts";

test.each([
  ["Résumé, ŻYCIORYS", ["resume", "zyciorys"]],
  ["Größe Øberg œuvre", ["grosse", "oberg", "oeuvre"]],
  ["a-b a", ["a", "b"]],
])("%s is compared as %j", (text, words) => expect(plainWords(text)).toEqual(words));

test("finds words with umlauts by both spellings", () =>
  expect(indexedWords("Kündigung")).toEqual(["kundigung", "kuendigung"]));

test.each([
  ["Rechnungsvorlage kostenlos", ["rechnung"]],
  ["Lebenslauf-Muster", ["lebenslauf"]],
  ["factuur sjabloon", ["factuur"]],
  ["vorlage", ["vorlage"]],
  ["menu du jour", ["menu"]],
])("%s means %j", (text, words) => expect(queryWords(text)).toEqual(words));
