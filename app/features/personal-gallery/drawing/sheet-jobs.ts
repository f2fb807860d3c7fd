import { SHEET_WIDTHS, type SheetWidth } from "../../../../contract/limits.ts";
import type { MeaningValues } from "../../../../contract/people/details.ts";
import type { GroupField } from "../../../../contract/templates/template-file.ts";
import { fillIn } from "../../../../shared/filling/filling.ts";
import { listItems } from "../../../lib/http/content-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";

/** A sheet to draw: the values that the template has fields for, and the key of the stored picture. */
export type SheetJob = { template: string; data: Record<string, unknown>; width: SheetWidth; key: string };

type SheetTemplate = {
  id: string;
  fields: GroupField;
  version_number: number;
  /** Changes when the kit or the compiler draws the template differently. */
  image: string | null;
};

const MAX_AT_ONCE = 50;

/** The fields of templates, some of the page's at a time; each is asked for once while the tab is open. */
export async function fetchSheetTemplates(
  templates: readonly string[],
  signal: AbortSignal,
): Promise<SheetTemplate[]> {
  const place = (id: string) => ["fields of a sheet", id];
  const known = templates.map((id) => queryClient.getQueryData<SheetTemplate>(place(id)));
  // Sorted, so that the address is the same for all visitors of a page.
  const missing = templates.filter((_, at) => !known[at]).toSorted();
  const requested: SheetTemplate[] = [];
  for (let at = 0; at < missing.length; at += MAX_AT_ONCE) {
    const ids = missing.slice(at, at + MAX_AT_ONCE);
    const { data } = await listItems(
      "templates",
      {
        filter: { id: { _in: ids.join(",") } },
        fields: ["id", "fields", "version_number", "image"],
        limit: MAX_AT_ONCE,
      },
      signal,
    );
    requested.push(...data);
  }
  for (const template of requested) queryClient.setQueryData(place(template.id), template);
  return [...known.filter((template) => template !== undefined), ...requested];
}

/** Undefined if the template has no field for any of the values. */
export function sheetJob(
  template: SheetTemplate,
  values: MeaningValues,
  width: SheetWidth,
): SheetJob | undefined {
  const data = fillIn(template.fields, values);
  if (Object.keys(data).length === 0) return undefined;
  const { id, version_number: version, image } = template;
  return {
    template: id,
    data,
    width,
    key: `${id} ${version} ${image} ${width} ${hashOf(JSON.stringify(data))}`,
  };
}

/** How wide a picture has to be for a place of so many pixels on the screen. */
export function sheetWidth(pixels: number, density: number): SheetWidth {
  const sharp = Math.min(density, 2); // more is not seen on a page that is this small
  return SHEET_WIDTHS.find((width) => width >= pixels * sharp * 0.95) ?? 640;
}

/** 53 bits, without `crypto.subtle`, which pages that are not served securely don't have. */
function hashOf(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36);
}
