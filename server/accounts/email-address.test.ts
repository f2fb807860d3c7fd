import fc from "fast-check";
import { expect, it } from "vitest";
import { normaliseEmail } from "./email-address.ts";

it.each([
  [" Ada@Example.ORG ", "ada@example.org"],
  ["first.last+tag@mail.example.co.uk", "first.last+tag@mail.example.co.uk"],
  ["ada@bücher.example", "ada@xn--bcher-kva.example"],
  ["ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
])("%s is stored as %s", (given, kept) => {
  expect(normaliseEmail(given)).toBe(kept);
});

it.each([
  "",
  "@",
  "ada",
  "ada@",
  "@example.org",
  "ada@localhost",
  "ada@example..org",
  ".ada@example.org",
  "ada.@example.org",
  "a da@example.org",
  "ada@exa mple.org",
  "ada@-example.org",
  "josé@example.org",
  "mi\u212ae@example.org",
  '"ada"@example.org',
  "ada@[127.0.0.1]",
  "ada@example.org,eve@example.org",
  "ada@example.org\r\nBcc: eve@example.org",
  `${"x".repeat(65)}@example.org`,
  `x@${"y".repeat(60)}.${"y".repeat(60)}.${"y".repeat(60)}.${"y".repeat(60)}.${"y".repeat(60)}.org`,
])("%j is not an address", (given) => {
  expect(normaliseEmail(given)).toBeUndefined();
});

it("normalising is idempotent and gives ASCII", () => {
  const parts = fc.constantFrom(
    "ada",
    "ADA",
    ".",
    "@",
    "example",
    "BÜCHER",
    "\u212a",
    "\u0130",
    "-",
    " ",
    "xn--",
    "١",
  );
  fc.assert(
    fc.property(fc.array(parts, { minLength: 3, maxLength: 9 }), (chosen) => {
      const once = normaliseEmail(chosen.join(""));
      if (once === undefined) return;
      expect(once).toMatch(/^[\x21-\x7e]+$/);
      expect(normaliseEmail(once)).toBe(once);
    }),
    { numRuns: 2_000 },
  );
});
