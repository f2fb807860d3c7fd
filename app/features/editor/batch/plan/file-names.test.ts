import { describe, expect, it } from "vitest";
import { nameAfterTitle, nameRow, suggestPattern } from "./file-names.ts";

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

  it("is suggested from distinguishing columns", () => {
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

  it("follow the document's title", () => {
    const table = {
      columns: ["Nr", "Nachname", "Vorname", "Town"],
      rows: [
        { number: 2, cells: ["7", "Oke", "Mira", "Larnes"] },
        { number: 3, cells: ["8", "Aas", "Bo", "Larnes"] },
      ],
    };
    const name = (titlePattern: string, groupBy: number | "all" | undefined, language?: "de") =>
      nameAfterTitle({
        titlePattern,
        draft: { data: { title: "Fair" }, theme: language ? { language } : {} },
        table,
        matching: ["number", "to.name", "to.name", undefined],
        groupBy,
      });
    expect(name("Invoice {number}", undefined)).toBe("Invoice {Nr}");
    expect(name("Invoice {number}", undefined, "de")).toBe("Rechnung {Nr}");
    expect(name("Letter {to.name}", undefined)).toBe("Letter {Vorname} {Nachname}");
    expect(name("Labels {title}", "all")).toBe("Labels Fair");
    expect(name("Labels {title}", undefined)).toBe("Labels Fair {Nr}");
    expect(name("Labels {title}", 3)).toBe("Labels Fair {Town}");
    expect(name("Labels {nothing}", undefined)).toBe("Labels {Nr}");
  });
});
