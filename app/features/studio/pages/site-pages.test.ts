import { describe, expect, it } from "vitest";
import { inOrder, moveInFooter, type SitePage } from "./site-pages.ts";

const page = (id: string, footer: number | null, body = "x"): SitePage => ({
  id,
  title: id,
  body,
  footer,
  rev: 1,
  date_updated: "2026-11-16T00:00:00.000Z",
});

describe("the list of pages", () => {
  const listed = inOrder([page("b", null), page("terms", 3), page("a", null, ""), page("privacy", 1)]);

  it("puts footer pages first and marks empty ones", () => {
    expect(listed.map(({ id }) => id)).toEqual(["privacy", "terms", "a", "b"]);
    expect(listed.filter(({ isEmpty }) => isEmpty).map(({ id }) => id)).toEqual(["a"]);
  });

  it("moves a link, numbers the footer without gaps, and stops at the ends", () => {
    expect(moveInFooter(listed, "terms", -1)).toEqual([
      { id: "terms", footer: 1 },
      { id: "privacy", footer: 2 },
    ]);
    expect(moveInFooter(listed, "privacy", -1)).toEqual([]);
    expect(moveInFooter(listed, "a", 1)).toEqual([]);
  });
});
