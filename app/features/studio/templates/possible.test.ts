import { describe, expect, it } from "vitest";
import type { DraftRow, TemplateRow } from "./listed-templates.ts";
import { formatNames, possibleFor } from "./possible.ts";

const base = {
  type: "invoices",
  category: "studio",
  url: "/invoices/kiln",
  image: null,
  page: { width: 210, height: 297 },
  version_number: 1,
  findings: null,
  rating: null,
  rating_count: 0,
  date_updated: "2026-11-16T12:00:00.000Z",
};
const aTemplate = (template_name: string, used: number, state: TemplateRow["state"] = "published") => ({
  ...base,
  id: template_name,
  template_name,
  used,
  exported: 0,
  state,
});
const aDraft = (template_name: string): DraftRow => ({
  ...base,
  id: template_name,
  template_name,
  templates_id: null,
  base_number: null,
});
const noteFor = (templates: TemplateRow[], drafts: DraftRow[] = []) =>
  possibleFor({ templates, drafts }).note;

describe("what can be done to the chosen templates", () => {
  it("publishes what is hidden and hides what is published", () => {
    const [kiln, wick] = [aTemplate("Kiln", 3), aTemplate("Wick", 0, "hidden")];
    const { publish, hide, remove } = possibleFor({ templates: [kiln, wick], drafts: [] });
    expect([publish, hide, remove.templates]).toEqual([[wick], [kiln], [wick]]);
  });

  it("says which of them can't be deleted, and why", () => {
    expect(noteFor([aTemplate("Kiln", 0)])).toBe("");
    expect(noteFor([aTemplate("Kiln", 2)])).toBe(
      "It can’t be deleted, because people have used it; hide it instead.",
    );
    expect(noteFor([aTemplate("Kiln", 2), aTemplate("Wick", 1)])).toBe(
      "None of them can be deleted, because people have used them.",
    );
    expect(noteFor([aTemplate("Kiln", 2), aTemplate("Wick", 1), aTemplate("Flicker", 0)])).toBe(
      "Only Flicker can be deleted: people have used the other two.",
    );
    expect(noteFor([aTemplate("Kiln", 2), aTemplate("Wick", 0)], [aDraft("Encore")])).toBe(
      "2 of them can be deleted: people have used the other one. Encore is a draft, which is published where it is written.",
    );
  });

  it("names one or two and counts more", () => {
    const rows = ["Kiln", "Wick", "Neap"].map((name) => aTemplate(name, 0));
    expect([formatNames(rows.slice(0, 1)), formatNames(rows.slice(0, 2)), formatNames(rows)]).toEqual([
      "Kiln",
      "Kiln and Wick",
      "3 templates",
    ]);
  });
});
