import { expect, test } from "vitest";
import { joinPlural, splitPlural } from "./plural-forms.ts";

test.each([
  ["{count, plural, one {# page} other {# pages}}", "count", { one: "# page", other: "# pages" }],
  [
    "{n, plural, =0 {none} one {{name} and # more} other {x}}",
    "n",
    { "=0": "none", one: "{name} and # more", other: "x" },
  ],
])("the forms of %s are split and joined", (message, argument, forms) => {
  const plural = splitPlural(message);
  expect(plural?.argument).toBe(argument);
  expect(Object.fromEntries(plural?.forms ?? [])).toEqual(forms);
  expect(plural && joinPlural(plural)).toBe(message);
});

test.each([
  "Save {name}",
  "{count, plural, one {# page} other {# pages}} in {name}",
  "{n, plural, one {a} other {b}} {m, plural, one {a} other {b}}",
  "{kind, select, a {A} other {B}}",
])("%s is no plural as a whole", (message) => {
  expect(splitPlural(message)).toBeUndefined();
});
