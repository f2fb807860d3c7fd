import { describe, expect, it } from "vitest";
import type { FieldSchema } from "../../../../../contract/templates/template-file.ts";
import { findAmbiguity, guessReading } from "./column-reading.ts";

const money: FieldSchema = { type: "string", "x-widget": "money" };
const date: FieldSchema = { type: "string", format: "date" };

describe("the reading of a column", () => {
  it.each([
    [["1.500", "12,5"], ","],
    [["1.500", "1.234.567"], ","],
    [["1.500", "12.50"], "."],
    [["1,500", "1,234.50"], "."],
    [["1,500", "1,234.50", "12,50", "13,50"], ","],
  ])("is guessed from its own values: %s", (cells, mark) => {
    expect(guessReading(cells, "en").mark).toBe(mark);
    expect(guessReading(cells, "de").mark).toBe(mark);
  });

  it("follows the document's language when ambiguous", () => {
    expect(guessReading(["1.500", "12", "", "words", 1.5], "de").mark).toBe(",");
    expect(guessReading(["1.500"], "en").mark).toBe(".");
    expect(guessReading(["3/4/2026"], "en").dateOrder).toBe("day first");
    expect(guessReading(["3/4/2026"], "en-US").dateOrder).toBe("month first");
  });

  it("is guessed for dates", () => {
    expect(guessReading(["3/4/2026", "25/4/2026"], "en-US").dateOrder).toBe("day first");
    expect(guessReading(["3/4/2026", "4/25/2026"], "de").dateOrder).toBe("month first");
  });

  it("is a choice only if it makes a difference", () => {
    expect(findAmbiguity(["12.5", "1.500", "2.500"], money)).toEqual({
      text: "1.500",
      choices: [
        { reading: { mark: "," }, value: "1500" },
        { reading: { mark: "." }, value: "1.500" },
      ],
    });
    expect(findAmbiguity(["25/4/2026", "3/4/2026"], date)).toEqual({
      text: "3/4/2026",
      choices: [
        { reading: { dateOrder: "day first" }, value: "2026-04-03" },
        { reading: { dateOrder: "month first" }, value: "2026-03-04" },
      ],
    });
    for (const cells of [
      ["12.5", "1 500,00"],
      [1.5, "words", ""],
    ]) {
      expect(findAmbiguity(cells, money)).toBeUndefined();
    }
    expect(findAmbiguity(["3/3/2026", "5.4.2026", "2026-04-05"], date)).toBeUndefined();
    expect(findAmbiguity(["1.500"], { type: "string" })).toBeUndefined();
    expect(
      findAmbiguity(["19.000"], { type: "string", pattern: "^\\d{1,2}(\\.\\d{1,3})?$" }),
    ).toBeUndefined();
  });
});
