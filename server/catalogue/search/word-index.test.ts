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

describe("the search index", () => {
  test("finds a prefix", () => expect(anIndex().search("quar")).toEqual(["quarto"]));
  test("finds swapped letters in a short word", () => expect(anIndex().search("paln")).toEqual(["plan"]));
  test("finds a typo", () => expect(anIndex().search("invioce")).toEqual(["quarto", "ledger"]));
  test("finds words without accents", () => expect(anIndex().search("resume")).toEqual(["margin"]));
  test("ranks the better rated of equals first", () =>
    expect(anIndex().search("invoice")).toEqual(["quarto", "ledger"]));
  test("ranks a whole word above a prefix", () => expect(anIndex().search("plan")).toEqual(["plan", "week"]));
  test("finds entries with all words", () => expect(anIndex().search("invoice ledger")).toEqual(["ledger"]));
  test("finds nothing when no entry has all words", () =>
    expect(anIndex().search("margin ledger")).toEqual([]));
  test("finds nothing for unknown words", () => expect(anIndex().search("zebra")).toEqual([]));
  test("uses the first eight words", () => {
    const index = anIndex();
    const words = ["alpha", "beta", "gamma", "delta", "zeta", "theta", "iota", "kappa"];
    index.set(entry("greek", words.join(" "), ""));
    expect(index.search(`${words.join(" ")} lambda`)).toEqual(["greek"]);
    expect(index.search(`quarto ${words.join(" ")}`)).toEqual([]);
  });
  test("keeps no state between searches", () => {
    const index = anIndex();
    expect(index.search("invoice margin")).toEqual([]);
    expect(index.search("margin zebra")).toEqual(["margin"]);
    expect(index.search("invoice")).toEqual(["quarto", "ledger"]);
    expect(index.search("margin")).toEqual(["margin"]);
  });
  test("ignores unknown words, also next to a typo", () => {
    for (const typed of [
      "invoice xylophone",
      "xylophone invoice",
      "invioce xylophone",
      "invoice du xylophone",
    ])
      expect(anIndex().search(typed), typed).toEqual(["quarto", "ledger"]);
  });
  test("replaces no letter of a short word", () => {
    const index = anIndex();
    index.set(entry("hours", "Hour", "Invoice"));
    expect(index.search("invoice jour")).toEqual(["quarto", "ledger", "hours"]);
    expect(index.search("huor")).toEqual(["hours"]);
  });
  test("accepts an empty query", () => expect(anIndex().search(" – ")).toEqual([]));

  test("finds entries by words of their group, with prefixes and typos", () => {
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

  test("ignores words that every template has", () => {
    expect(anIndex().search("free invoice template pdf")).toEqual(["quarto", "ledger"]);
    expect(anIndex().search("template")).toEqual([]);
  });

  test("finds a changed entry by its new words only", () => {
    const index = anIndex();
    index.set(entry("quarto", "Octavo", "Invoice"));
    expect(index.search("octavo")).toEqual(["quarto"]);
    expect(index.search("quarto")).toEqual([]);
  });

  test("forgets a removed entry and reuses its place", () => {
    const index = anIndex();
    index.remove("quarto");
    index.set(entry("folio", "Folio", "Invoice"));
    expect(index.search("invoice").sort()).toEqual(["folio", "ledger"]);
    expect(index.search("quarto")).toEqual([]);
  });

  test("prefers the words of a language, then English ones", () => {
    const index = createWordIndex();
    index.set({ id: "brief", texts: [{ text: "brief", weight: 5 }], rank: 0 });
    index.set({ id: "letter", texts: [{ text: "Brief", weight: 5, language: "de" }], rank: 0 });
    index.set({ id: "report", texts: [{ text: "brief", weight: 5, language: "nl" }], rank: 0 });
    expect(index.search("brief", 3, "de")).toEqual(["letter", "brief", "report"]);
    expect(index.search("brief", 3, "en")[0]).toBe("brief");
    expect(index.search("breif", 3, "de")[0]).toBe("letter");
    index.remove("letter");
    expect(index.search("brief", 3, "de")).toEqual(["brief", "report"]);
    index.remove("brief");
    expect(index.search("bri", 3, "de")).toEqual(["report"]);
  });

  test("prefers a group's words in a language", () => {
    const index = createWordIndex();
    index.explain("type:letters", "letter");
    index.explain("type:letters", "Brief", "de");
    index.explain("type:briefs", "brief");
    for (const type of ["briefs", "letters"])
      index.set({ id: type, texts: [], groups: [{ group: `type:${type}`, weight: 3 }], rank: 0 });
    expect(index.search("brief", 2, "de")).toEqual(["letters", "briefs"]);
    expect(index.search("brief", 2, "en")).toEqual(["briefs", "letters"]);
    expect(index.explainQuery("Brief")[0]?.groups.sort()).toEqual(["type:briefs", "type:letters"]);
    index.explain("type:letters", "", "de");
    expect(index.search("brief", 2, "de")).toEqual(["briefs"]);
  });
});
