import { queryOptions } from "@tanstack/react-query";
import { beginsWith } from "../../../../contract/templates/field-meaning.ts";
import type { GroupField, PageFile } from "../../../../contract/templates/template-file.ts";
import { contributesTo } from "../../../../shared/filling/composed-values.ts";
import { type Place, placesIn } from "../../../../shared/switching/field-pairs.ts";
import { listItems } from "../../../lib/http/content-client.ts";

export type SheetTemplate = {
  id: string;
  template_name: string;
  type: string;
  page: PageFile;
  /** The picture of its sample. */
  image: string | null;
  fields: GroupField;
};

const MAX = 100; // what people use most; a larger library is looked at as far as this

/** The templates that details are shown on and counted in. */
export const SHEET_TEMPLATES = queryOptions({
  queryKey: ["details", "templates"],
  meta: { failure: "Templates fetch failed" },
  queryFn: async (): Promise<SheetTemplate[]> => {
    const { data } = await listItems("templates", {
      sort: ["-used", "-date_created"],
      limit: MAX,
      fields: ["id", "template_name", "type", "page", "image", "fields"],
    });
    return data;
  },
});

/** Whether a place of a template shows this meaning. */
function takes({ means, field }: Place, meaning: string): boolean {
  if (means !== undefined && contributesTo(meaning, means)) return true;
  const begins = beginsWith(field);
  return begins !== undefined && contributesTo(meaning, begins);
}

/** The paths of the fields that show a meaning. */
export function pathsFor(fields: GroupField, meaning: string): string[] {
  return placesIn(fields)
    .filter((place) => takes(place, meaning))
    .map(({ path }) => path);
}

/** How many templates show each meaning. */
export function countPlaces(
  templates: readonly SheetTemplate[],
  meanings: readonly string[],
): Record<string, number> {
  const places = templates.map(({ fields }) => placesIn(fields));
  return Object.fromEntries(
    meanings.map((meaning) => [
      meaning,
      places.filter((each) => each.some((place) => takes(place, meaning))).length,
    ]),
  );
}

/** Types in turn, templates that show most of a sender first; templates without a sender are left out. */
export function orderSheets(
  templates: readonly SheetTemplate[],
  meanings: readonly string[],
): SheetTemplate[] {
  const counted = templates
    .map((template) => ({
      template,
      shown: meanings.filter((meaning) => pathsFor(template.fields, meaning).length > 0).length,
    }))
    .filter(({ shown }) => shown > 1)
    .sort((a, b) => b.shown - a.shown);
  const turns = new Map<string, number>();
  return counted
    .map(({ template }) => {
      const turn = turns.get(template.type) ?? 0;
      turns.set(template.type, turn + 1);
      return { template, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ template }) => template);
}
