import { expect, test } from "vitest";
import { describeCollections } from "../../collections/index.ts";
import { describedOnce } from "./described-once.ts";

test("builds the description once per library name", () => {
  let name = "Setzkasten";
  const given = { origin: undefined, collections: describeCollections(), routes: [] };
  const { describe } = describedOnce(() => name, given);
  const first = describe();
  expect(describe()).toBe(first);
  name = "Typecase";
  expect(JSON.stringify(describe())).toContain("Typecase");
  expect(describe()).not.toBe(first);
});
