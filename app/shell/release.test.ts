import { expect, it } from "vitest";
import { isReleaseNew } from "./release.ts";

it("takes a release for new only when both are known and differ", () => {
  expect(isReleaseNew("a", "b")).toBe(true);
  expect(isReleaseNew("a", "a")).toBe(false);
  expect(isReleaseNew(undefined, "b")).toBe(false);
  expect(isReleaseNew("a", undefined)).toBe(false);
});
