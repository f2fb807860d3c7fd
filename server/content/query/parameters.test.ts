import { expect, test } from "vitest";
import { answerAddress, readParameters } from "./parameters.ts";

const at = (search: string) => answerAddress(`http://localhost/items/templates${search}`);

test("drops unknown parameters from the cache key", () => {
  for (const search of ["", "?", "?utm_source=x", "?_=1&x[y]=2&Fields=*", "?x%5By%5D=1", "?a&b&c", "?&&"])
    expect(at(search), search).toBe("/items/templates");
  expect(at("?x=1&fields=id&y=2&limit=3")).toBe("/items/templates?fields=id&limit=3");
});

test("keeps known parameters in the cache key", () => {
  for (const parameter of [
    "fields=id",
    "fields[]=id",
    "fields%5B%5D=id",
    "[fields]=id",
    "f%69elds=id",
    "filter[type][_eq]=blog",
    "group=type",
    "limit",
  ]) {
    expect(Object.keys(readParameters(`?${parameter}`)), parameter).toHaveLength(1);
    expect(at(`?x=1&${parameter}`), parameter).toBe(`/items/templates?${parameter}`);
  }
});
