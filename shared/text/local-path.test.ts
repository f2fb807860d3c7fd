import fc from "fast-check";
import { expect, it } from "vitest";
import { localPath } from "./local-path.ts";

it.each([
  "/",
  "/dashboard",
  "/invoices/meridian/use?document=1#page-2",
  "/a//b",
  "/@x",
  "/%2F%2Fevil.example",
])("accepts %s", (next) => {
  expect(localPath(next)).toBe(next);
});

it.each([
  "//evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "javascript:alert(1)",
  "https://evil.example",
  "evil.example",
  "",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  `/${"x".repeat(2_000)}`,
  undefined,
  null,
  7,
  ["/dashboard"],
])("rejects %j", (next) => {
  expect(localPath(next, "/fallback")).toBe("/fallback");
});

it("never leaves the site", () => {
  const parts = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    ":",
    "@",
    "evil.example",
    "javascript:",
    "\t",
    "%2f",
    "?",
    "#",
  );
  fc.assert(
    fc.property(
      fc.array(parts).map((chosen) => chosen.join("")),
      (next) => {
        expect(new URL(localPath(next), "https://here.example").origin).toBe("https://here.example");
      },
    ),
    { numRuns: 2_000 },
  );
});
