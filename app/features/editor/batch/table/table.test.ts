import { describe, expect, it } from "vitest";
import { readTable } from "./table.ts";

describe("a table", () => {
  it("detects its separator", () => {
    const expected = {
      columns: ["Name", "Town"],
      rows: [{ number: 2, cells: ["Ada", "Larnes, upper town"] }],
    };
    expect(readTable('Name,Town\nAda,"Larnes, upper town"\n')).toEqual(expected);
    expect(readTable("\uFEFFName;Town\r\nAda;Larnes, upper town\r\n\r\n")).toEqual(expected);
    expect(readTable("Name\tTown\nAda\tLarnes, upper town")).toEqual(expected);
  });

  it("keeps line breaks and quotes in cells", () => {
    expect(readTable('Name,Note\nAda,"one ""two""\nthree"')).toMatchObject({
      rows: [{ cells: ["Ada", 'one "two"\nthree'] }],
    });
  });

  it("completes short rows and names unnamed columns", () => {
    expect(readTable("Name,,Name\nAda\nBo,1,2,3")).toEqual({
      columns: ["Name", "Column 2", "Name (2)", "Column 4"],
      rows: [
        { number: 2, cells: ["Ada", "", "", ""] },
        { number: 3, cells: ["Bo", "1", "2", "3"] },
      ],
    });
  });

  it("explains why it can't be used", () => {
    expect(readTable("")).toMatchObject({ problem: expect.stringContaining("is empty") });
    expect(readTable("Name,Town\n\n")).toMatchObject({ problem: expect.stringContaining("no rows") });
    expect(readTable(`Name\n${"Ada\n".repeat(10_001)}`)).toMatchObject({
      problem: expect.stringContaining("10,001"),
    });
  });

  it("numbers rows like the spreadsheet", () => {
    const text = '\nName,Town\n\nAda,"Larnes\nupper town"\n,\n\nBo,Vik\n';
    expect(readTable(text)).toMatchObject({ rows: [{ number: 4 }, { number: 7 }] });
    expect(readTable("Name\nAda\nBo")).toMatchObject({ rows: [{ number: 2 }, { number: 3 }] });
  });
});
