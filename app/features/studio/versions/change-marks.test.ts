import { expect, it } from "vitest";
import { textFor } from "../../../../contract/texts/text.ts";
import { markLines, markPage } from "./change-marks.ts";

const change = (number: number, path: string) => ({
  number,
  path,
  name: path,
  text: textFor("change_sample"),
});
const spot = (path: string) => ({ path, x: 1, y: 2, width: 3, height: 4 });

it("finds the field of a change in any row, and skips fields that aren't on the page", () => {
  const fields = [spot("number"), spot("items.0.price"), spot("items.1.price")];
  expect(markPage([change(1, "items.price"), change(2, "made"), change(3, "")], fields)).toEqual([
    { number: 1, rectangle: spot("items.0.price") },
  ]);
  expect(markPage([change(4, "items")], fields)[0]?.rectangle.path).toBe("items.0.price");
  expect(markPage([change(5, "num")], fields)).toEqual([]);
});

it("finds the first new line that names the field", () => {
  const before = 'one\n#field("number")';
  const after = 'one\n  #field("number")\n#field("made")\n#if has("made") []';
  expect(markLines([change(1, "made"), change(2, "number"), change(3, "")], after, before)).toEqual([
    { number: 1, line: 3 },
  ]);
});
