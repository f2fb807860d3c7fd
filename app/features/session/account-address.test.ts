import { describe, expect, it } from "vitest";
import { nextQuery } from "./account-address.ts";

describe("links to sign-in and sign-up", () => {
  it.each([
    ["/", "", ""],
    ["/invoices/quarto", "", "?next=%2Finvoices%2Fquarto"],
    ["/templates", "?q=menu", "?next=%2Ftemplates%3Fq%3Dmenu"],
    ["/login", "?next=%2Fdashboard%2Fsaved", "?next=%2Fdashboard%2Fsaved"],
    ["/signup", "", ""],
    ["/login", "?next=%2F%2Fevil.example", ""],
  ])("from %s%s lead back with “%s”", (pathname, search, query) => {
    expect(nextQuery(pathname, search)).toBe(query);
  });
});
