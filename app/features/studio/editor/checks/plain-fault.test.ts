import { expect, it } from "vitest";
import { plainFault } from "./plain-fault.ts";

it.each([
  ["unknown variable: feild", "“feild” isn’t defined. Check the spelling."],
  ["unclosed delimiter", "This bracket or quotation mark is never closed."],
  ["expected string, found integer", "This has the wrong type. Expected: string. Found: integer."],
  ["expected expression", "Something is missing here. Expected: expression."],
  ["missing argument: body", "This function needs the argument “body”."],
  ["cannot add integer and string", "Values of type integer and string can’t be combined like this."],
  ["unexpected closing bracket", "This closes a bracket that was never opened."],
])("explains %s and keeps the original message", (message, plain) => {
  expect(plainFault(message)).toEqual({ message: plain, original: message });
});

it("leaves other messages as they are", () => {
  expect(plainFault('there is no field "custmer"')).toEqual({ message: 'There is no field "custmer"' });
});
