import { describe, expect, it } from "vitest";
import { nextNumber } from "./next-number.ts";

describe("the next number", () => {
  it.each([
    [["2026-014"], "2026-015"],
    [["INV-0099"], "INV-0100"],
    [["9"], "10"],
    [["0147"], "0148"],
    [["2026-999"], "2026-1000"],
    [["A-2607"], "A-2608"],
    [["2026/314"], "2026/315"],
    [["2026-W45"], "2026-W46"],
    [["HB-2026-118"], "HB-2026-119"],
    [["14/2026"], "15/2026"],
    [["26-041"], "26-042"],
    [["R 12 b"], "R 13 b"],
    // The highest of those written like the newest, in whatever order they were last changed.
    [["2026-003", "2026-015", "2026-007"], "2026-016"],
    [["INV-8", "2026-500"], "INV-9"],
    // What holds no number is passed over.
    [["draft", "Q-218"], "Q-219"],
    // A new year begins again, written the same way.
    [["2025-118"], "2026-001"],
    [["2025-118", "2026-002"], "2026-003"],
    [["31/2025"], "01/2026"],
    [["25-041"], "26-001"],
    // An older year is a number like any other.
    [["1998-04"], "1998-05"],
  ])("after %j it is %s", (used, next) => expect(nextNumber(used, 2026)).toBe(next));

  it.each([[[]], [["to follow"]], [["1234567890123456789"]]])("has none after %j", (used: string[]) =>
    expect(nextNumber(used, 2026)).toBeUndefined(),
  );
});
