import { describe, expect, it } from "vitest";
import { groupByDay, sayAction } from "./history.ts";

const now = new Date(2026, 10, 15, 12, 0);

describe("the words of a history", () => {
  it("groups by day and keeps the order", () => {
    const at = (day: number, hour: number) => ({ date_created: new Date(2026, 10, day, hour).toISOString() });
    const groups = groupByDay([at(15, 11), at(15, 9), at(14, 20)], now);
    expect(groups.map(({ label, records }) => [label, records.length])).toEqual([
      ["Today", 2],
      ["Yesterday", 1],
    ]);
  });

  it("names the document, or else the template", () => {
    expect(sayAction({ action: "exported", title: "Invoice 7" }, "Quarto")).toBe("Downloaded Invoice 7");
    expect(sayAction({ action: "created", title: null }, "Quarto")).toBe("Made Quarto");
  });
});
