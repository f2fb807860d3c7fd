import { expect, test } from "vitest";
import { slugify } from "./slugify.ts";

test.each([
  ["Kiln & Clay", "kiln-clay"],
  ["  Ærø Größe 2 ", "r-grosse-2"],
  ["Öffnungszeiten & Preise – Straße 5", "offnungszeiten-preise-strasse-5"],
  ["STRAẞE", "strasse"],
  ["Café ﬁne", "cafe-fine"],
  ["日本", ""],
  ["***", ""],
])("makes %j a slug", (text, slug) => {
  expect(slugify(text)).toBe(slug);
});

test("cuts a long text without a trailing hyphen", () => {
  expect(slugify("a ".repeat(60))).toMatch(/^(a-){29}a$/);
  expect(slugify("ab cd", 3)).toBe("ab");
});
