import { describe, expect, it } from "vitest";
import { problemWords } from "./problem-words.ts";

const problem = (type: string) => ({ field: "a", type, message: "as the server says it" });

describe("what is wrong with a field", () => {
  it("is said as what to do", () => {
    const words = [
      problemWords(problem("pattern"), { type: "string", "x-widget": "money" }),
      problemWords(problem("format"), { type: "string", format: "email" }),
      problemWords(problem("maxLength"), { type: "string", maxLength: 40 }),
      problemWords(problem("required"), { type: "string" }),
      problemWords(problem("minItems"), { type: "array", minItems: 1, items: { type: "string" } }),
    ];
    expect(words).toEqual([
      "Give an amount, such as 1234.50.",
      "An e-mail address looks like ada@example.org.",
      "At most 40 characters fit here.",
      "This is needed.",
      "At least one is needed.",
    ]);
  });

  it("is left to the server where it knows better", () => {
    expect(problemWords(problem("PICTURE_TOO_LARGE"), { type: "string" })).toBe("as the server says it");
  });
});
