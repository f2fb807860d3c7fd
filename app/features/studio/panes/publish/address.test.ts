import { expect, it } from "vitest";
import { slugFor } from "./address.ts";

it("makes an address of a name that an address may have", () => {
  expect(slugFor("Kiln & Clay")).toBe("kiln-clay");
  expect(slugFor("  Ærø Größe 2 ")).toBe("r-grosse-2");
  expect(slugFor("日本")).toBe("");
});
