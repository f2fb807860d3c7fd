import { describe, expect, it } from "vitest";
import { nameRow, suggestPattern } from "./file-names.ts";

describe("a file of a batch", () => {
  const columns = ["Number", "Client"];

  it("is named from its columns, safely", () => {
    expect(nameRow("Invoice {number} {Client}", columns, ["7", "Ada / Sons: <Ltd>"])).toBe(
      "Invoice 7 Ada Sons Ltd",
    );
    expect(nameRow("{Client}", columns, ["7", "../../etc/passwd"])).toBe("etc passwd");
    expect(nameRow("{Client}", columns, ["7", "con"])).toBe("con_");
    expect([...nameRow("{Client}", columns, ["7", "é".repeat(500)])]).toHaveLength(100);
    expect(nameRow("{Town}", columns, ["7", "Ada"])).toBe("{Town}");
  });

  it("is first suggested after what tells the rows apart", () => {
    expect(
      suggestPattern(
        ["Town", "Client"],
        [
          { number: 2, cells: ["Larnes", "Ada"] },
          { number: 2, cells: ["Larnes", "Bo"] },
        ],
      ),
    ).toBe("{Client}");
    expect(
      suggestPattern(
        ["Town", "Client"],
        [
          { number: 2, cells: ["Larnes", ""] },
          { number: 2, cells: ["Larnes", ""] },
        ],
      ),
    ).toBe("{Town}");
  });
});
