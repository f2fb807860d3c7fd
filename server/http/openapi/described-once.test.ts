import { expect, test } from "vitest";
import { describeCollections } from "../../collections/index.ts";
import { describedOnce } from "./described-once.ts";

test("the description is made once, and again when the library gets another name", () => {
  let name = "Setzkasten";
  const given = { origin: undefined, collections: describeCollections(), routes: [] };
  const { describe } = describedOnce(() => name, given);
  const first = describe();
  expect(describe()).toBe(first);
  name = "Typecase";
  expect(JSON.stringify(describe())).toContain("Typecase");
  expect(describe()).not.toBe(first);
});
