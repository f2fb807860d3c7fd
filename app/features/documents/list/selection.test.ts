import { expect, it } from "vitest";
import { MAX_SELECTED_DOCUMENTS } from "../../../../contract/limits.ts";
import { NOTHING_SELECTED, selectAll, selectedIn, toggle } from "./selection.ts";

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index}` }));
const shown = rows(6);
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids];

it("one box is pressed and pressed again; with Shift all from the last box to this one", () => {
  const second = toggle(NOTHING_SELECTED, "1", shown, false);
  const range = toggle(second, "4", shown, true);
  expect(ids(range)).toEqual(["1", "2", "3", "4"]);
  expect(ids(toggle(range, "3", shown, false))).toEqual(["1", "2", "4"]);
  expect(ids(toggle(range, "2", shown, true))).toEqual(["1"]);
  expect(ids(toggle(NOTHING_SELECTED, "2", shown, true))).toEqual(["2"]);
});

it("what is no longer in the list is no longer chosen", () => {
  const all = selectAll(shown);
  expect(selectedIn(all, shown.slice(2, 4))).toEqual([{ id: "2" }, { id: "3" }]);
});

it("no more are chosen than one request may change", () => {
  expect(selectAll(rows(500)).ids.size).toBe(MAX_SELECTED_DOCUMENTS);
  expect(toggle(selectAll(rows(500)), "499", rows(500), false).ids.size).toBe(MAX_SELECTED_DOCUMENTS);
});
