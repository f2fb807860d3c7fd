import { expect, it } from "vitest";
import { isSearch } from "./front.ts";

it("counts a search once, by a page or by the content API", () => {
  for (const address of ["/templates?q=invoice", "/templates?sort=newest&q=in", "/items/templates?search=in"])
    expect(isSearch("GET", address), address).toBe(true);
  for (const address of [
    undefined,
    "/templates",
    "/templates?q=",
    "/templates?q=%20",
    "/templates?q=invoice&page=2",
    "/templates.data?q=invoice",
    "/items/templates?limit=10",
    "/items/types?search=in",
  ])
    expect(isSearch("GET", address), address).toBe(false);
  expect(isSearch("POST", "/templates?q=invoice")).toBe(false);
  const asked = (from: string) => isSearch("GET", "/items/templates?search=in", from);
  expect([asked("https://a.example/studio/home"), asked("https://a.example/studios")]).toEqual([false, true]);
});
