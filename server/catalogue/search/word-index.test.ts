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
  test("two letters swapped in a short word", () => expect(anIndex().search("paln")).toEqual(["plan"]));
  test("a slip", () => expect(anIndex().search("invioce")).toEqual(["quarto", "ledger"]));
  test("without accents", () => expect(anIndex().search("resume")).toEqual(["margin"]));
  test("the better rated of equals first", () =>
    expect(anIndex().search("invoice")).toEqual(["quarto", "ledger"]));
  test("the whole word before the beginning of one", () =>
    expect(anIndex().search("plan")).toEqual(["plan", "week"]));
  test("all words together", () => expect(anIndex().search("invoice ledger")).toEqual(["ledger"]));
  test("nothing when no entry has all of the words", () =>
    expect(anIndex().search("margin ledger")).toEqual([]));
  test("nothing", () => expect(anIndex().search("zebra")).toEqual([]));
  test("the first eight of many words count", () => {
    const index = anIndex();
    const words = ["alpha", "beta", "gamma", "delta", "zeta", "theta", "iota", "kappa"];
    index.set(entry("greek", words.join(" "), ""));
    expect(index.search(`${words.join(" ")} lambda`)).toEqual(["greek"]);
    expect(index.search(`quarto ${words.join(" ")}`)).toEqual([]);
  });
  test("a search leaves nothing behind for the next one", () => {
    const index = anIndex();
    expect(index.search("invoice margin")).toEqual([]);
    expect(index.search("margin zebra")).toEqual(["margin"]);
    expect(index.search("invoice")).toEqual(["quarto", "ledger"]);
    expect(index.search("margin")).toEqual(["margin"]);
  });
  test("a word that nothing has is left out, wherever it is, and also next to a typo", () => {
    for (const typed of [
      "invoice xylophone",
      "xylophone invoice",
      "invioce xylophone",
      "invoice du xylophone",
    ])
      expect(anIndex().search(typed), typed).toEqual(["quarto", "ledger"]);
  });
  test("no letter of a short word is replaced, which would make it another word", () => {
    const index = anIndex();
    index.set(entry("hours", "Hour", "Invoice"));
    expect(index.search("invoice jour")).toEqual(["quarto", "ledger", "hours"]);
    expect(index.search("huor")).toEqual(["hours"]);
  });
  test("no words", () => expect(anIndex().search(" – ")).toEqual([]));

  test("a word that is said of a group leads to its entries, unfinished and with a slip, too", () => {
    const index = anIndex();
    index.set({ ...entry("folio", "Folio", "Sheet"), groups: [{ group: "type:bills", weight: 3 }] });
    index.explain("type:bills", "Rechnung, Quittung");
    for (const typed of ["rechnung", "quitt", "rechnugn", "rechnung folio"])
      expect(index.search(typed)).toEqual(["folio"]);
    index.explain("type:bills", "Faktura");
    expect(index.search("rechnung")).toEqual([]);
    expect(index.search("faktura")).toEqual(["folio"]);
    expect(index.search("type bills")).toEqual([]);
  });

  test("words that are said of every template don't narrow a search", () => {
    expect(anIndex().search("free invoice template pdf")).toEqual(["quarto", "ledger"]);
    expect(anIndex().search("template")).toEqual([]);
  });

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
