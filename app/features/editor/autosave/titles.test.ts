import { describe, expect, it } from "vitest";
import { ownTitle, titleOf } from "./titles.ts";

describe("a title", () => {
  const template = { name: "Quarto", titlePattern: "Invoice {number}" };

  it("is the person's own, composed, or the template's name", () => {
    expect(titleOf(template, { data: { number: "14" }, theme: {} })).toBe("Invoice 14");
    expect(titleOf(template, { data: { number: "14" }, theme: {}, title: "Nordlys" })).toBe("Nordlys");
    expect(titleOf({ ...template, titlePattern: "{number}" }, { data: {}, theme: {} })).toBe("Quarto");
    expect(titleOf(template, { data: { number: "1\n4" }, theme: {} })).toBe("Invoice 1 4");
  });

  it("is in the document's language", () => {
    expect(titleOf(template, { data: { number: "14" }, theme: { language: "de" } })).toBe("Rechnung 14");
    expect(titleOf(template, { data: {}, theme: { language: "fi" } })).toBe("Lasku");
  });

  it("is recognised as own in any language", () => {
    const draft = (number: string, language?: "de") => ({
      data: { number },
      theme: language ? { language } : {},
    });
    expect(ownTitle(template, "Invoice 14", draft("14"))).toBeUndefined();
    expect(ownTitle(template, "Rechnung 14", draft("14", "de"))).toBeUndefined();
    expect(ownTitle(template, "Invoice 14", draft("14", "de"))).toBeUndefined();
    expect(ownTitle(template, "Quarto", draft(""))).toBeUndefined();
    expect(ownTitle(template, "Nordlys", draft("14"))).toBe("Nordlys");
  });
});
