import { describe, expect, it } from "vitest";
import { readView, sortBy, sortOf, viewQuery } from "./template-view.ts";

const read = (query: string) => readView(new URLSearchParams(query));

describe("the view of the table of templates", () => {
  it("is written to the address and read from it", () => {
    const query = "?q=bill&show=hidden&type=invoices&checks=failing&sort=name&page=3";
    const view = read(query);
    expect(view).toMatchObject({ query: "bill", shown: "hidden", type: "invoices", sort: "name", page: 3 });
    expect(view.checked).toBe("failing");
    expect(viewQuery(view, { page: 3 })).toBe(query);
    expect(viewQuery(read(""))).toBe("?");
  });

  it("ignores invalid parameters", () => {
    expect(read("show=constructor&sort=-toString&page=-2&type=&checks=toString")).toEqual(read(""));
    expect(read("")).toMatchObject({ shown: "all", sort: "changed", isDescending: true, page: 1 });
  });

  it("goes to the first page when a filter changes", () => {
    expect(viewQuery(read("page=4&q=a"), { shown: "hidden" })).toBe("?q=a&show=hidden");
  });

  it("reverses the order on a second press", () => {
    const byName = { ...read(""), ...sortBy(read(""), "name") };
    expect(sortOf(byName)).toEqual(["template_name", "id"]);
    expect(sortOf({ ...byName, ...sortBy(byName, "name") })).toEqual(["-template_name", "id"]);
    expect(sortOf({ ...byName, ...sortBy(byName, "used") })).toEqual(["-used", "id"]);
  });
});
