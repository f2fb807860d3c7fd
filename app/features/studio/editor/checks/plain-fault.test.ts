import { expect, it } from "vitest";
import { textFor } from "../../../../../contract/texts/text.ts";
import { formatPublishError, plainFault } from "./plain-fault.ts";

it.each([
  ["unknown variable: feild", "“feild” isn’t defined. Check the spelling."],
  ["unclosed delimiter", "This bracket or quotation mark is never closed."],
  ["expected string, found integer", "This has the wrong type. Expected: string. Found: integer."],
  ["expected expression", "Something is missing here. Expected: expression."],
  ["missing argument: body", "This function needs the argument “body”."],
  ["cannot add integer and string", "Values of type integer and string can’t be combined like this."],
  ["unexpected closing bracket", "This closes a bracket that was never opened."],
])("explains %s and keeps the original message", (message, plain) => {
  expect(plainFault({ message })).toEqual({ message: plain, original: message });
});

it("leaves other messages as they are", () => {
  const message = 'there is no field "custmer"';
  expect(plainFault({ message })).toEqual({ message: 'There is no field "custmer"' });
});

it("translates a finding that has a text", () => {
  const text = textFor("finding_with", {
    finding: "expected comma",
    data: textFor("with_rows", { rows: 2 }),
  });
  expect(plainFault({ message: "", text })).toEqual({ message: "Expected comma (with 2 rows)" });
});

it("explains why a template couldn’t be published, with the line", () => {
  const fault = {
    severity: "error",
    file: "source",
    line: 3,
    column: 1,
    message: "cannot divide by zero",
  } as const;
  expect(formatPublishError(fault)).toBe("We couldn’t publish this template. Line 3: This divides by zero.");
  expect(formatPublishError({ ...fault, file: "template", message: "the name is taken" })).toBe(
    "We couldn’t publish this template. The name is taken.",
  );
});
