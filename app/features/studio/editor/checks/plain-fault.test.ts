import { expect, it } from "vitest";
import { plainFault } from "./plain-fault.ts";

it.each([
  ["unknown variable: feild", "“feild” is not known here. Check its spelling."],
  ["unclosed delimiter", "A bracket or quotation mark is opened here and never closed."],
  ["expected string, found integer", "This has to be a string, not an integer."],
  ["expected expression", "Something is missing here: expression."],
  ["missing argument: body", "This function also needs “body”."],
  ["cannot add integer and string", "An integer and a string can’t be combined like this."],
  ["unexpected closing bracket", "This closes a bracket that was never opened."],
])("says %s in plain words and keeps what the compiler said", (message, words) => {
  expect(plainFault(message)).toEqual({ words, original: message });
});

it("leaves what is said plainly as it is", () => {
  expect(plainFault('there is no field "custmer"')).toEqual({ words: 'There is no field "custmer"' });
});
