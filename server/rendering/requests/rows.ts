import type { z } from "zod";
import type { rowsRequest } from "../../../contract/render.ts";
import type { PackedRow } from "../../../contract/row-pack.ts";
import { InvalidData, RenderError } from "../errors.ts";
import type { Rendering } from "../rendering.ts";
import { cleanWords, inputFor } from "./sheet-input.ts";
import type { TemplateSheet } from "./template-source.ts";
import { schemaKey, type Validation } from "./validation.ts";

type Kitchen = { rendering: Rendering; validation: Validation };

const AT_ONCE = 4; // of one request, so that no table takes all places of the queue

/**
 * The PDFs of some rows of a table, each made or with what is wrong with it. Nobody asks for a row twice, so none is kept.
 * What is no row's fault, a queue that is full or a client that left, is thrown and ends the others.
 */
export async function makeRows(
  { rendering, validation }: Kitchen,
  sheet: TemplateSheet,
  { rows, theme }: z.output<typeof rowsRequest>,
  signal: AbortSignal,
): Promise<PackedRow[]> {
  const made: PackedRow[] = [];
  const failed = new AbortController();
  const options = { priority: "background", signal: AbortSignal.any([signal, failed.signal]) } as const;
  let next = 0;

  async function makeRow(row: Record<string, unknown>): Promise<PackedRow> {
    try {
      const data = cleanWords(row, "final");
      const invalid = validation.check(schemaKey(sheet), sheet.fields, data);
      if (invalid.length > 0) throw new InvalidData(invalid);
      const { bytes } = await rendering.renderPdf(inputFor(sheet, "final", data, theme), options);
      return { bytes };
    } catch (error) {
      if (!(error instanceof RenderError) || isPassing(error)) throw error;
      return { errors: error.toErrors() };
    }
  }

  async function lane() {
    while (next < rows.length) {
      const place = next++;
      made[place] = await makeRow(rows[place] ?? {});
    }
  }

  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  } catch (error) {
    failed.abort();
    throw error;
  }
  return made;
}

function isPassing({ code }: RenderError): boolean {
  return code === "SERVICE_UNAVAILABLE" || code === "RENDER_CANCELLED";
}
