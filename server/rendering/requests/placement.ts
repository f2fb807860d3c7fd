import { placementOf } from "../../../contract/rendering/print-sheets.ts";
import type { PrintRequest, RenderFormat } from "../../../contract/rendering/render.ts";
import { type PageFile, pageSize } from "../../../contract/templates/template-file.ts";
import type { Paper } from "../../../contract/templates/theme.ts";
import type { RenderTemplate } from "../../../engine/input/render-template.ts";
import { invalidPayload } from "../../errors/errors.ts";

type Printed = PrintRequest & { paper?: Paper | undefined };

/** Refuses sheets and bleed that the template's pages can't have, before anything is rendered. */
export function refuseBadPlacement(
  template: RenderTemplate,
  format: RenderFormat,
  { paper, ...printed }: Printed,
): void {
  const { sheet, size, bleed } = printed;
  const name = sheet ? "sheet" : size ? "size" : "bleed";
  if (!sheet && !size && !bleed) return;
  if (format !== "pdf") throw invalidPayload(`"${name}" is only for PDFs`);
  if (sheet && size) throw invalidPayload('"sheet" and "size" can\'t be combined');
  if (bleed && !template.page.bleed)
    throw invalidPayload('"bleed": this template isn\'t drawn beyond the edges of its page');
  if (placementOf(template, { ...printed, paper })) return;
  throw invalidPayload(sheet ? describeMisfit(template.page, sheet, { bleed, paper }) : NO_POSTER);
}

const NO_POSTER = '"size": only for posters with the proportions of A4';

function describeMisfit(page: PageFile, sheet: Paper, { bleed, paper }: Omit<Printed, "sheet">): string {
  if ("papers" in page)
    return '"sheet": only for pages of a fixed size; this template\'s page is a whole sheet of paper';
  const { width, height } = pageSize(page, paper);
  const paperName = sheet === "a4" ? "A4" : "US Letter";
  const around = bleed ? ", each with 3 mm of bleed and space for crop marks" : "";
  return `"sheet": two pages of ${width} × ${height} mm don't fit on ${paperName}${around}`;
}
