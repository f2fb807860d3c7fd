import { expect, it } from "vitest";
import { formatUnprinted, lookForUnprinted } from "./printed-characters.ts";

it("names the characters at the field, and of many only the first", () => {
  expect(formatUnprinted(["税"])).toBe("No typeface here has 税: on paper it would be an empty box.");
  expect(formatUnprinted(["税", "込"])).toBe(
    "No typeface here has 税 or 込: on paper they would be empty boxes.",
  );
  expect(formatUnprinted([..."一二三四五六七"])).toBe(
    "No typeface here has 一, 二, 三, 四, 五 or 2 more: on paper they would be empty boxes.",
  );
});

it("asks the server nothing as long as a text has only what every typeface has", () => {
  expect(lookForUnprinted([{ name: "Ångström & Söhne", price: "5 €" }])).toBeUndefined();
});
