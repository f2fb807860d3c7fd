import { expect, it } from "vitest";
import { readingOrder } from "./page-fields.tsx";

const at = (path: string, x: number, y: number) => ({ path, x, y, width: 40, height: 10 });

it("orders fields top to bottom and along each line, once", () => {
  const fields = [
    at("total", 300, 700),
    at("to.name", 200, 101),
    at("from.name", 20, 100),
    at("from.name", 20, 112),
    at("number", 400, 20),
  ];
  expect(readingOrder(fields).map((index) => fields[index]?.path)).toEqual([
    "number",
    "from.name",
    "to.name",
    "total",
  ]);
});
