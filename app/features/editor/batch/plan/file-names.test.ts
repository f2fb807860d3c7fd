import { describe, expect, it } from "vitest";
import { createNames, nameRow, suggestPattern } from "./file-names.ts";

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

  it("never takes another's name, not even in other letters", () => {
    const name = createNames();
    expect([name("Ada", 1), name("ADA", 2), name("Ada", 3), name("", 4), name("report", 5)]).toEqual([
      "Ada.pdf",
      "ADA (2).pdf",
      "Ada (3).pdf",
      "Row 4.pdf",
      "report.pdf",
    ]);
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
