import { describe, expect, it } from "vitest";
import { describeLength, describeProblem } from "./field-problems.ts";

const problem = (type: string) => ({ field: "a", type, message: "as the server says it" });

describe("what is wrong with a field", () => {
  it("is said as what to do", () => {
    const message = [
      describeProblem(problem("pattern"), { type: "string", "x-widget": "money" }, "en"),
      describeProblem(problem("format"), { type: "string", format: "email" }, "en"),
      describeProblem(problem("maxLength"), { type: "string", maxLength: 40 }, "en"),
      describeProblem(problem("required"), { type: "string" }, "en"),
      describeProblem(problem("minItems"), { type: "array", minItems: 1, items: { type: "string" } }, "en"),
    ];
    expect(message).toEqual([
      "Enter an amount such as 1234.50, not a percentage.",
      "Enter an e-mail address such as ada@example.org.",
      "Use 40 characters or fewer.",
      "This field is required.",
      "Add at least one.",
    ]);
  });

  it("is left to the server where it knows better", () => {
    expect(describeProblem(problem("PICTURE_TOO_LARGE"), { type: "string" }, "en")).toBe(
      "as the server says it",
    );
  });

  it("is said with numbers as the document writes them", () => {
    const message = describeProblem(problem("pattern"), { type: "string", "x-widget": "money" }, "de");
    expect(message).toBe("Enter an amount such as 1234,50, not a percentage.");
    expect(describeProblem(problem("maximum"), { type: "number", maximum: 12.5 }, "fr")).toBe(
      "Enter 12,5 or less.",
    );
  });
});

describe("the length of a text", () => {
  const name = { type: "string", maxLength: 80 } as const;

  it("is counted while one types, once the end is near, and named when it is passed", () => {
    expect(describeLength(name, "a".repeat(71))).toBeUndefined();
    expect(describeLength(name, "a".repeat(72))).toEqual({ message: "72 of 80 characters", isOver: false });
    expect(describeLength(name, "🖨".repeat(80))).toEqual({ message: "80 of 80 characters", isOver: false });
    const { message, isOver } = describeLength(name, "a".repeat(92)) ?? {};
    expect(isOver).toBe(true);
    expect(message).toContain("This is 12 characters too long.");
  });

  it("says nothing where there is no end, or no text", () => {
    expect(describeLength({ type: "string" }, "a".repeat(500))).toBeUndefined();
    expect(describeLength(name, undefined)).toBeUndefined();
    expect(describeLength({ ...name, "x-widget": "image" }, "a".repeat(500))).toBeUndefined();
  });
});
