import { describe, expect, it } from "vitest";
import { outwardsFrom, sampleAt, stepsOf, valueIn, writeAt } from "./field-path.ts";

describe("a value's path", () => {
  it("splits into steps", () => {
    expect(stepsOf("items.0.price")).toEqual(["items", 0, "price"]);
    expect(stepsOf("items.0.price").reduce<unknown>(valueIn, { items: [{ price: "12" }] })).toBe("12");
    expect(stepsOf("items.0.price").reduce<unknown>(valueIn, { items: "no list" })).toBeUndefined();
  });

  it("lists the path of a field outwards", () => {
    expect(outwardsFrom("items.0.price")).toEqual(["items.0.price", "items.0", "items"]);
  });

  it("changes nothing else", () => {
    const data = { from: { name: "Ada" }, items: [{ price: "1" }, { price: "2" }] };
    const next = writeAt(data, ["items", 1, "price"], "3");
    expect(next).toEqual({ from: { name: "Ada" }, items: [{ price: "1" }, { price: "3" }] });
    expect(next.from).toBe(data.from);
    expect(next.items[0]).toBe(data.items[0]);
    expect(data.items[1]).toEqual({ price: "2" });
  });

  it("creates missing parents", () => {
    expect(writeAt({}, ["items", 1, "price"], "3")).toEqual({ items: [{}, { price: "3" }] });
    expect(writeAt({}, ["tasks", 0], "Bread")).toEqual({ tasks: ["Bread"] });
  });

  it("removes a cleared key but keeps rows", () => {
    expect(writeAt({ from: { name: "A", town: "B" } }, ["from", "name"], undefined)).toEqual({
      from: { town: "B" },
    });
    expect(writeAt({ from: { name: "A" }, number: "1" }, ["from", "name"], undefined)).toEqual({
      number: "1",
    });
    expect(writeAt({ number: "1" }, ["number"], undefined)).toEqual({});
    expect(writeAt({ items: [{ price: "1" }] }, ["items", 0, "price"], undefined)).toEqual({ items: [{}] });
    expect(writeAt({ tasks: ["a", "b"] }, ["tasks", 0], undefined)).toEqual({ tasks: ["", "b"] });
  });
});

describe("the sample of a field", () => {
  it("repeats for rows beyond the sample", () => {
    const sample = { items: [{ description: "First" }, { description: "Second" }] };
    expect(sampleAt(sample, ["items", 3, "description"])).toBe("Second");
    expect(sampleAt({ items: [] }, ["items", 0, "description"])).toBeUndefined();
  });
});
