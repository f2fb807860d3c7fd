import { describe, expect, it } from "vitest";
import { isSameDraft } from "./server-copy.ts";

describe("two drafts", () => {
  it("say the same in any order of keys", () => {
    const one = { data: { a: 1, b: [{ c: 1, d: 2 }] }, theme: {} };
    expect(isSameDraft(one, { theme: {}, data: { b: [{ d: 2, c: 1 }], a: 1 } })).toBe(true);
    expect(isSameDraft(one, { theme: {}, data: { b: [{ d: 2, c: 1 }], a: 2 } })).toBe(false);
  });
});
