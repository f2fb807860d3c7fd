import { describe, expect, it } from "vitest";
import { ownTitle, titleOf } from "./titles.ts";

describe("a title", () => {
  const template = { name: "Quarto", titlePattern: "Invoice {number}" };

  it("is one's own, or made of the words, or the template's name", () => {
    expect(titleOf(template, { data: { number: "14" }, theme: {} })).toBe("Invoice 14");
    expect(titleOf(template, { data: { number: "14" }, theme: {}, title: "Nordlys" })).toBe("Nordlys");
    expect(titleOf({ ...template, titlePattern: "{number}" }, { data: {}, theme: {} })).toBe("Quarto");
    expect(titleOf(template, { data: { number: "1\n4" }, theme: {} })).toBe("Invoice 1 4");
  });

  it("is known again as one's own", () => {
    expect(ownTitle(template, "Invoice 14", { number: "14" })).toBeUndefined();
    expect(ownTitle(template, "Quarto", {})).toBeUndefined();
    expect(ownTitle(template, "Nordlys", { number: "14" })).toBe("Nordlys");
  });
});
