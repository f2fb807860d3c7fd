import {
  CONFORMANCE_HEADER,
  PROBLEMS_HEADER,
  RENDER_LIMITS,
  type RenderedPages,
  type RenderFormat,
  type RenderRequest,
  type SheetRequest,
} from "../../../contract/rendering/render.ts";
import type { PackedRow } from "../../../contract/rendering/row-pack.ts";
import type { RowsRequest } from "../../../contract/rendering/rows.ts";
import { RefusedCall } from "../http/http-client.ts";
import type { FileRequest } from "../http/render-client.ts";
import type { DeviceEngine } from "./device-engine.ts";
import { drawPicture } from "./draw-picture.ts";
import type { DeviceTemplate } from "./template-packages.ts";

const POINTS_PER_INCH = 72;

/** Files from the engine of this device, as the responses that the server would give. */

export async function pagesOnDevice(
  engine: DeviceEngine,
  template: DeviceTemplate,
  { data, theme, mode = "final" }: RenderRequest,
  signal?: AbortSignal,
): Promise<RenderedPages> {
  const answer = await engine.render(template, { kind: "pages", mode, data, theme }, signal);
  if (answer.kind !== "pages") throw new TypeError("the engine answered with the wrong kind");
  const { pages, printed, ignored } = answer;
  return { pages, printed, ignored };
}

export async function renderOnDevice(
  engine: DeviceEngine,
  template: DeviceTemplate,
  format: RenderFormat,
  request: FileRequest,
  signal?: AbortSignal,
): Promise<Response> {
  if (format === "xml") return xmlOnDevice(engine, template, request, signal);
  if (format === "pdf") return pdfOnDevice(engine, template, request, signal);
  const made = await pagesOnDevice(engine, template, request, signal);
  if (format === "svg") return Response.json(made);
  const { page = 1, dpi = 150 } = request;
  const chosen = made.pages[page - 1];
  if (!chosen) throw new RangeError(`there is no page ${page}`);
  const png = await drawPicture(chosen, dpi, RENDER_LIMITS.pngPixels);
  return new Response(png, { headers: { "content-type": "image/png" } });
}

async function pdfOnDevice(
  engine: DeviceEngine,
  template: DeviceTemplate,
  { data, theme, sheet, size, bleed, mode = "final", profile, invoice, archive }: FileRequest,
  signal?: AbortSignal,
): Promise<Response> {
  const answer = await engine.render(
    template,
    { kind: "pdf", mode, data, theme, sheet, size, bleed, profile, invoice, archive },
    signal,
  );
  if (answer.kind !== "pdf") throw new TypeError("the engine answered with the wrong kind");
  const { bytes, name, conformance, problems } = answer;
  return new Response(bytes, {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": dispositionOf(name, "pdf"),
      [CONFORMANCE_HEADER]: conformance,
      ...(problems.length > 0 ? { [PROBLEMS_HEADER]: encodeURIComponent(JSON.stringify(problems)) } : {}),
    },
  });
}

async function xmlOnDevice(
  engine: DeviceEngine,
  template: DeviceTemplate,
  { data, theme, profile, invoice }: FileRequest,
  signal?: AbortSignal,
): Promise<Response> {
  const answer = await engine.render(
    template,
    { kind: "xml", mode: "final", data, theme, profile, invoice },
    signal,
  );
  if (answer.kind !== "xml") throw new TypeError("the engine answered with the wrong kind");
  return new Response(answer.bytes, {
    headers: { "content-type": "application/xml", "content-disposition": dispositionOf(answer.name, "xml") },
  });
}

function dispositionOf(name: string, ending: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name)}.${ending}`;
}

/** The first page as a small picture. */
export async function sheetOnDevice(
  engine: DeviceEngine,
  template: DeviceTemplate,
  { data = {}, theme = {}, width }: SheetRequest,
  signal?: AbortSignal,
): Promise<Blob> {
  const sheet = await engine.render(template, { kind: "sheet", mode: "preview", data, theme }, signal);
  if (sheet.kind !== "sheet") throw new TypeError("the engine answered with the wrong kind");
  const dpi = (width / sheet.width) * POINTS_PER_INCH;
  return drawPicture(sheet, dpi, RENDER_LIMITS.pngPixels, "image/webp"); // a PNG where a browser can't make it
}

/** The PDFs of some rows. A row that is refused doesn't stop the others. */
export async function rowsOnDevice(
  engine: DeviceEngine,
  template: DeviceTemplate,
  { rows, theme, bleed }: RowsRequest,
  signal?: AbortSignal,
): Promise<PackedRow[]> {
  const made: PackedRow[] = [];
  for (const data of rows) {
    try {
      const answer = await engine.render(
        template,
        { kind: "pdf", mode: "final", data, theme, bleed },
        signal,
      );
      if (answer.kind !== "pdf") throw new TypeError("the engine answered with the wrong kind");
      made.push({ bytes: answer.bytes });
    } catch (error) {
      if (!(error instanceof RefusedCall)) throw error;
      made.push({ errors: [...error.errors] });
    }
  }
  return made;
}
