import { Hono } from "hono";
import type { z } from "zod";
import type { RowBill } from "../../../contract/bill.ts";
import type { RenderTheme } from "../../../contract/rendering/render.ts";
import { type PackedRow, packRows } from "../../../contract/rendering/row-pack.ts";
import { rowsRequest } from "../../../contract/rendering/rows.ts";
import { RenderError } from "../../../engine/errors.ts";
import { archiveOf, prepareBill } from "../../../engine/input/bills.ts";
import { prepareRequest } from "../../../engine/input/render-input.ts";
import type { RenderTemplate } from "../../../engine/input/render-template.ts";
import { nextTurn } from "../../process/loop-turns.ts";
import { type RequestEnv, readShape } from "../../request/request.ts";
import type { Rendering } from "../rendering.ts";
import { RENDER_API } from "./api.ts";
import { requireRowBills } from "./bills.ts";
import { refuseBadPlacement } from "./placement.ts";
import {
  clientOf,
  findViewer,
  limitRate,
  type RenderContext,
  requireTemplate,
  send,
} from "./render-context.ts";

const AT_ONCE = 4; // per request, so that no table takes all places of the queue

/** PDFs of some rows of a table in one response: POST /render/{template}/rows. */
export function rowsRoute(context: RenderContext): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();

  app.post("/render/:id/rows", RENDER_API.rows, async (c) => {
    limitRate(context, c, "background");
    const viewer = await findViewer(context, c);
    const template = await requireTemplate(context, c, c.req.param("id"));
    const request = await readShape(c, rowsRequest);
    limitRate(context, c, "background", request.rows.length - 1); // one was counted before the body was read
    const { signal } = c.req.raw;
    refuseBadPlacement(template, "pdf", { bleed: request.bleed });
    requireRowBills(template, request);
    const rows = await renderRows(context, template, request, { client: clientOf(viewer, c), signal });
    const made = rows.filter((row) => "bytes" in row).length;
    if (made > 0) await context.recordExport(viewer, template.id, c.get("log"), made);
    const body = packRows(rows);
    return send({ body, headers: { "content-type": "application/octet-stream" } });
  });

  return app;
}

/**
 * Each row as bytes or as its errors. Not cached, as no row is requested twice. An error that is not about the row (a full queue, a
 * cancelled request) is thrown and ends the others.
 */
export async function renderRows(
  { rendering }: { rendering: Pick<Rendering, "renderPdf"> },
  template: RenderTemplate,
  { rows, theme, bills, bleed }: z.output<typeof rowsRequest>,
  { client, signal }: { client: string; signal: AbortSignal },
): Promise<PackedRow[]> {
  const rendered: PackedRow[] = [];
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const options = { priority: "background", client, signal: either } as const;
  let next = 0;

  async function renderEach(data: Record<string, unknown>, bill?: RowBill): Promise<PackedRow> {
    try {
      return { bytes: await renderRow({ rendering }, template, { data, theme, bill, bleed }, options) };
    } catch (error) {
      if (!(error instanceof RenderError) || isTemporary(error)) throw error;
      return { errors: error.toErrors() };
    }
  }

  async function renderNext() {
    while (next < rows.length) {
      const place = next++;
      rendered[place] = await renderEach(rows[place] ?? {}, bills?.[place]);
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

type Row = {
  data: Record<string, unknown>;
  theme: RenderTheme;
  bill?: RowBill | undefined;
  bleed: boolean;
};

/** The PDF of a row. What is wrong with it is a `RenderError`. */
export async function renderRow(
  { rendering }: { rendering: Pick<Rendering, "renderPdf"> },
  template: RenderTemplate,
  { data, theme, bill, bleed }: Row,
  options: Parameters<Rendering["renderPdf"]>[1],
): Promise<Uint8Array> {
  await nextTurn(); // each row may have as many values as a request of its own
  const { input } = await prepareRequest(template, { mode: "final", data, theme, bleed }, nextTurn);
  const archive = bill && archiveOf(bill, prepareBill(template, input, bill));
  return (await rendering.renderPdf({ ...input, archive }, options)).bytes;
}

function isTemporary({ code }: RenderError): boolean {
  return code === "SERVICE_UNAVAILABLE" || code === "RENDER_CANCELLED";
}
