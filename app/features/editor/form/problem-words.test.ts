import { describe, expect, it } from "vitest";
import { lengthWords, problemWords } from "./problem-words.ts";

const problem = (type: string) => ({ field: "a", type, message: "as the server says it" });

describe("what is wrong with a field", () => {
  it("is said as what to do", () => {
    const words = [
      problemWords(problem("pattern"), { type: "string", "x-widget": "money" }, "en"),
      problemWords(problem("format"), { type: "string", format: "email" }, "en"),
      problemWords(problem("maxLength"), { type: "string", maxLength: 40 }, "en"),
      problemWords(problem("required"), { type: "string" }, "en"),
      problemWords(problem("minItems"), { type: "array", minItems: 1, items: { type: "string" } }, "en"),
    ];
    expect(words).toEqual([
      "Give an amount, such as 1234.50, not a percentage.",
      "An e-mail address looks like ada@example.org.",
      "At most 40 characters fit here.",
      "This is needed.",
      "At least one is needed.",
    ]);
  });

  it("is left to the server where it knows better", () => {
    expect(problemWords(problem("PICTURE_TOO_LARGE"), { type: "string" }, "en")).toBe(
      "as the server says it",
    );
  });

  it("is said with numbers as the document writes them", () => {
    const words = problemWords(problem("pattern"), { type: "string", "x-widget": "money" }, "de");
    expect(words).toBe("Give an amount, such as 1234,50, not a percentage.");
    expect(problemWords(problem("maximum"), { type: "number", maximum: 12.5 }, "fr")).toBe("At most 12,5.");
  });
});

describe("the length of a text", () => {
  const name = { type: "string", maxLength: 80 } as const;

  it("is counted while one types, once the end is near, and named when it is passed", () => {
    expect(lengthWords(name, "a".repeat(71))).toBeUndefined();
    expect(lengthWords(name, "a".repeat(72))).toEqual({ words: "72 of 80 characters", isOver: false });
    expect(lengthWords(name, "🖨".repeat(80))).toEqual({ words: "80 of 80 characters", isOver: false });
    const { words, isOver } = lengthWords(name, "a".repeat(92)) ?? {};
    expect(isOver).toBe(true);
    expect(words).toContain("At most 80 characters fit here: 12 too many.");
  });

  it("says nothing where there is no end, or no text", () => {
    expect(lengthWords({ type: "string" }, "a".repeat(500))).toBeUndefined();
    expect(lengthWords(name, undefined)).toBeUndefined();
    expect(lengthWords({ ...name, "x-widget": "image" }, "a".repeat(500))).toBeUndefined();
  });
});
