import { expect, it } from "vitest";
import { closePane, openPane, twoColumns } from "./open-panes.ts";

it("keeps the panes in their order and never closes the last one", () => {
  expect(openPane(["sheet"], "fields")).toEqual(["fields", "sheet"]);
  expect(closePane(["fields", "source"], "source")).toEqual(["fields"]);
  expect(closePane(["fields"], "fields")).toEqual(["fields"]);
});

it("shows two columns on a tablet: the last opened, and the preview or the source", () => {
  const all = ["fields", "source", "samples", "sheet"] as const;
  expect(twoColumns(all, "fields")).toEqual(["fields", "samples", "sheet"]);
  expect(twoColumns(all, "source")).toEqual(["source", "samples", "sheet"]);
  expect(twoColumns(all, "sheet")).toEqual(["source", "samples", "sheet"]);
  expect(twoColumns(["fields", "source"], "source")).toEqual(["fields", "source"]);
});
