import { describe, expect, it } from "vitest";
import { paperKinds } from "../../../contract/templates/paper-kinds.ts";
import { longFormat, pageRatio, shortFormat } from "./page-format.ts";

const both = { papers: ["a4", "us-letter"] as ("a4" | "us-letter")[], orientation: "portrait" as const };
const card = { width: 85, height: 55 };

describe("the format of a sheet", () => {
  it("is named as people name it", () => {
    expect([shortFormat(both), longFormat(both)]).toEqual(["A4", "A4 and Letter"]);
    expect(shortFormat({ papers: ["a4"], orientation: "landscape" })).toBe("A4 landscape");
    expect(shortFormat({ width: 297, height: 420 })).toBe("A3");
    expect(shortFormat({ width: 210, height: 148 })).toBe("A5 landscape");
    expect(longFormat(card)).toBe("85 × 55 mm");
    expect(longFormat({ ...card, us: { width: 88.9, height: 50.8 } })).toBe("85 × 55 mm and 3.5 × 2 in");
  });

  it("has its proportion and paper filters", () => {
    expect(pageRatio(both)).toBeCloseTo(210 / 297, 4);
    expect(pageRatio({ papers: ["a4"], orientation: "landscape" })).toBeCloseTo(297 / 210, 4);
    expect(paperKinds(both)).toEqual(["a4", "us-letter"]);
    expect(paperKinds(card)).toEqual(["other"]);
  });
});
