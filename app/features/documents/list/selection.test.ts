import { expect, it } from "vitest";
import { MAX_SELECTED_DOCUMENTS } from "../../../../contract/limits.ts";
import { NOTHING_SELECTED, selectAll, selectedIn, toggle } from "./selection.ts";

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index}` }));
const shown = rows(6);
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids];

it("toggles one, and with Shift a range", () => {
  const second = toggle(NOTHING_SELECTED, "1", shown, false);
  const range = toggle(second, "4", shown, true);
  expect(ids(range)).toEqual(["1", "2", "3", "4"]);
  expect(ids(toggle(range, "3", shown, false))).toEqual(["1", "2", "4"]);
  expect(ids(toggle(range, "2", shown, true))).toEqual(["1"]);
  expect(ids(toggle(NOTHING_SELECTED, "2", shown, true))).toEqual(["2"]);
});

it("deselects documents that left the list", () => {
  const all = selectAll(shown);
  expect(selectedIn(all, shown.slice(2, 4))).toEqual([{ id: "2" }, { id: "3" }]);
});

it("limits the selection to one request", () => {
  expect(selectAll(rows(500)).ids.size).toBe(MAX_SELECTED_DOCUMENTS);
  expect(toggle(selectAll(rows(500)), "499", rows(500), false).ids.size).toBe(MAX_SELECTED_DOCUMENTS);
});
