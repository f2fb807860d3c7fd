import type { z } from "zod";
import type { rowsRequest } from "../../../contract/render.ts";
import type { PackedRow } from "../../../contract/row-pack.ts";
import { nextTurn } from "../../kernel/loop-turns.ts";
import { InvalidData, RenderError } from "../errors.ts";
import type { Rendering } from "../rendering.ts";
import { cleanAnswers, renderInput } from "./render-input.ts";
import type { RenderTemplate } from "./template-source.ts";
import { schemaKey, type Validation } from "./validation.ts";

type RenderContext = { rendering: Rendering; validation: Validation };

const AT_ONCE = 4; // of one request, so that no table takes all places of the queue

/**
 * The PDFs of some rows of a table, each as bytes or as what is wrong with it. Not cached: nobody asks for a row twice.
 * An error that is not about the row (a full queue, a client that left) is thrown and ends the others.
 */
export async function renderRows(
  { rendering, validation }: RenderContext,
  template: RenderTemplate,
  { rows, theme }: z.output<typeof rowsRequest>,
  { client, signal }: { client: string; signal: AbortSignal },
): Promise<PackedRow[]> {
  const rendered: PackedRow[] = [];
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const options = { priority: "background", client, signal: either } as const;
  let next = 0;

  async function renderRow(row: Record<string, unknown>): Promise<PackedRow> {
    try {
      await nextTurn(); // each row may have as many values as a request of its own
      const data = cleanAnswers(row, "final", template.fields);
      const invalid = validation.check(schemaKey(template), template.fields, data);
      if (invalid.length > 0) throw new InvalidData(invalid);
      const { bytes } = await rendering.renderPdf(renderInput(template, "final", data, theme), options);
      return { bytes };
    } catch (error) {
      if (!(error instanceof RenderError) || isPassing(error)) throw error;
      return { errors: error.toErrors() };
    }
  }

  async function renderNext() {
    while (next < rows.length) {
      const place = next++;
      rendered[place] = await renderRow(rows[place] ?? {});
    }
  }

  try {
    await Promise.all(Array.from({ length: AT_ONCE }, renderNext));
  } catch (error) {
    failed.abort();
    throw error;
  }
  return rendered;
}

function isPassing({ code }: RenderError): boolean {
  return code === "SERVICE_UNAVAILABLE" || code === "RENDER_CANCELLED";
}
