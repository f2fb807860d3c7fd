import { expect, it } from "vitest";
import { formatUnprinted, lookForUnprinted } from "./printed-characters.ts";

it("names unsupported characters per field, the first ones only", () => {
  expect(formatUnprinted(["税"])).toBe("Our fonts don’t include 税. It would print as an empty box.");
  expect(formatUnprinted(["税", "込"])).toBe(
    "Our fonts don’t include 税 or 込. They would print as empty boxes.",
  );
  expect(formatUnprinted([..."一二三四五六七"])).toBe(
    "Our fonts don’t include 一, 二, 三, 四, 五 or 2 more. They would print as empty boxes.",
  );
});

it("makes no request for common characters", () => {
  expect(lookForUnprinted([{ name: "Ångström & Söhne", price: "5 €" }])).toBeUndefined();
});
