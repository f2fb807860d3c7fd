import { describe, expect, it } from "vitest";
import type { DraftRow, TemplateRow } from "./listed-templates.ts";
import { formatNames, possibleFor } from "./possible-actions.ts";

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

describe("actions for the selected templates", () => {
  it("publishes hidden templates and hides published ones", () => {
    const [kiln, wick] = [aTemplate("Kiln", 3), aTemplate("Wick", 0, "hidden")];
    const { publish, hide, remove } = possibleFor({ templates: [kiln, wick], drafts: [] });
    expect([publish, hide, remove.templates]).toEqual([[wick], [kiln], [wick]]);
  });

  it("explains which templates can't be deleted", () => {
    expect(noteFor([aTemplate("Kiln", 0)])).toBe("");
    expect(noteFor([aTemplate("Kiln", 2)])).toBe(
      "People have used this template, so it can’t be deleted. Hide it instead.",
    );
    expect(noteFor([aTemplate("Kiln", 2), aTemplate("Wick", 1)])).toBe(
      "People have used these templates, so they can’t be deleted. Hide them instead.",
    );
    expect(noteFor([aTemplate("Kiln", 2), aTemplate("Wick", 1), aTemplate("Flicker", 0)])).toBe(
      "Only Flicker can be deleted. People have used the others.",
    );
    expect(noteFor([aTemplate("Kiln", 2), aTemplate("Wick", 0)], [aDraft("Encore")])).toBe(
      "2 of these can be deleted. People have used the others. To publish the draft Encore, open it.",
    );
  });

  it("names one or two templates and counts more", () => {
    const rows = ["Kiln", "Wick", "Neap"].map((name) => aTemplate(name, 0));
    expect([formatNames(rows.slice(0, 1)), formatNames(rows.slice(0, 2)), formatNames(rows)]).toEqual([
      "Kiln",
      "Kiln and Wick",
      "3 templates",
    ]);
  });
});
