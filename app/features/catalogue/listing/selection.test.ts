import { describe, expect, it } from "vitest";
import { readSelection, selectionQuery } from "./selection.ts";

const read = (query: string) => readSelection(new URLSearchParams(query));

describe("the selection in the URL", () => {
  it("survives a round trip", () => {
    const query = "?q=red+poster&type=posters&category=music&paper=a4&paper=other&sort=name&page=3";
    const selection = read(query);
    expect(selectionQuery(selection, { page: selection.page })).toBe(query);
  });

  it("is empty by default and resets the page when changed", () => {
    expect(selectionQuery(read(""))).toBe("");
    expect(selectionQuery(read("page=4&category=a"), { category: "b" })).toBe("?category=b");
  });

  it("ignores invalid values", () => {
    expect(read("sort=toString&page=-1&paper=papyrus&paper=a4&paper=a4&category=")).toEqual({
      query: "",
      type: undefined,
      category: undefined,
      papers: ["a4"],
      sort: "used",
      page: 1,
    });
    expect(read(`q=${"a".repeat(500)}&page=1e9`)).toMatchObject({ query: "a".repeat(200), page: 1 });
  });
});
