import { describe, expect, test } from "vitest";
import { createWordIndex, type Entry } from "./word-index.ts";

const entry = (id: string, name: string, kind: string, rank = 0): Entry => ({
  id,
  texts: [
    { text: name, weight: 4 },
    { text: kind, weight: 3 },
  ],
  rank,
});

function anIndex() {
  const index = createWordIndex();
  index.set(entry("quarto", "Quarto", "Invoice Invoices", 0.9));
  index.set(entry("ledger", "Ledger", "Invoice Invoices", 0.2));
  index.set(entry("margin", "Margin", "Résumé Résumés"));
  index.set(entry("plan", "Plan", "Poster Posters"));
  index.set(entry("week", "Week", "Planner Planners"));
  return index;
}

describe("finding templates by words", () => {
  test("an unfinished word", () => expect(anIndex().search("quar")).toEqual(["quarto"]));
  test("a slip", () => expect(anIndex().search("invioce")).toEqual(["quarto", "ledger"]));
  test("without accents", () => expect(anIndex().search("resume")).toEqual(["margin"]));
  test("the better rated of equals first", () =>
    expect(anIndex().search("invoice")).toEqual(["quarto", "ledger"]));
  test("the whole word before the beginning of one", () =>
    expect(anIndex().search("plan")).toEqual(["plan", "week"]));
  test("all words together", () => expect(anIndex().search("invoice ledger")).toEqual(["ledger"]));
  test("any of the words when no entry has all", () =>
    expect(anIndex().search("margin ledger")).toEqual(expect.arrayContaining(["margin", "ledger"])));
  test("nothing", () => expect(anIndex().search("zebra")).toEqual([]));
  test("no words", () => expect(anIndex().search(" – ")).toEqual([]));

  test("an entry that changed is found by its new words only", () => {
    const index = anIndex();
    index.set(entry("quarto", "Octavo", "Invoice"));
    expect(index.search("octavo")).toEqual(["quarto"]);
    expect(index.search("quarto")).toEqual([]);
  });

  test("an entry that is gone is not found, and its place is used again", () => {
    const index = anIndex();
    index.remove("quarto");
    index.set(entry("folio", "Folio", "Invoice"));
    expect(index.search("invoice").sort()).toEqual(["folio", "ledger"]);
    expect(index.search("quarto")).toEqual([]);
  });
});
