import { describe, expect, it } from "vitest";
import { describeLength, describeProblem } from "./field-problems.ts";

const problem = (type: string) => ({ field: "a", type, message: "as the server says it" });

describe("problems of a field", () => {
  it("say what to do", () => {
    const message = [
      describeProblem(problem("pattern"), { type: "string", "x-widget": "money" }, "en"),
      describeProblem(problem("format"), { type: "string", format: "email" }, "en"),
      describeProblem(problem("maxLength"), { type: "string", maxLength: 40 }, "en"),
      describeProblem(problem("required"), { type: "string" }, "en"),
      describeProblem(problem("minItems"), { type: "array", minItems: 1, items: { type: "string" } }, "en"),
    ];
    expect(message).toEqual([
      "Enter an amount such as 1234.50, not a percentage.",
      "Enter an email address such as ada@example.org.",
      "Use 40 characters or fewer.",
      "This field is required.",
      "Add at least one.",
    ]);
  });

  it("are left to the server if it knows better", () => {
    expect(describeProblem(problem("PICTURE_TOO_LARGE"), { type: "string" }, "en")).toBe(
      "as the server says it",
    );
  });

  it("format numbers in the document's language", () => {
    const message = describeProblem(problem("pattern"), { type: "string", "x-widget": "money" }, "de");
    expect(message).toBe("Enter an amount such as 1234,50, not a percentage.");
    expect(describeProblem(problem("maximum"), { type: "number", maximum: 12.5 }, "fr")).toBe(
      "Enter 12,5 or less.",
    );
  });
});

describe("the length of a text", () => {
  const name = { type: "string", maxLength: 80 } as const;

  it("is shown near the limit and reported beyond it", () => {
    expect(describeLength(name, "a".repeat(71))).toBeUndefined();
    expect(describeLength(name, "a".repeat(72))).toEqual({ message: "72 of 80 characters", isOver: false });
    expect(describeLength(name, "🖨".repeat(80))).toEqual({ message: "80 of 80 characters", isOver: false });
    const { message, isOver } = describeLength(name, "a".repeat(92)) ?? {};
    expect(isOver).toBe(true);
    expect(message).toContain("This is 12 characters too long.");
  });

  it("is not shown without a limit or text", () => {
    expect(describeLength({ type: "string" }, "a".repeat(500))).toBeUndefined();
    expect(describeLength(name, undefined)).toBeUndefined();
    expect(describeLength({ ...name, "x-widget": "image" }, "a".repeat(500))).toBeUndefined();
  });
});
