import { expect, test } from "vitest";
import { readKit } from "../catalogue/versions/kits.ts";
import { listKitFunctions } from "./kit-functions.ts";

test("describes every kit function with signature, comment and example", () => {
  const functions = listKitFunctions(readKit().files);
  const find = (name: string) => functions.find((each) => each.name === name);
  expect(functions.length).toBeGreaterThan(40);
  expect(find("field")).toMatchObject({
    signature: "field(..pieces, format: auto, empty: none, link: false)",
    doc: expect.stringMatching(/^The content of a field/),
    snippet: ["field(", '"$', '{path}")'].join(""),
  });
  expect(find("head")?.snippet).toBe(["head($", "{level}, $", "{body})"].join(""));
  expect(find("setup")?.signature).toContain("title");
  expect(find("accent")).toMatchObject({ signature: "accent", snippet: "accent" });
});
