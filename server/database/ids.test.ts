import { expect, test } from "vitest";
import { isId, newId } from "./ids.ts";

test("sorts ids of one moment in order of creation", () => {
  const now = Date.now();
  const ids = Array.from({ length: 5_000 }, () => newId(now));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => isId(id) && /^.{14}7.{4}[89ab]/.test(id))).toBe(true);
});
