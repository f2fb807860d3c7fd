import type { BillProfile, InvoiceDetails } from "../../../contract/bill.ts";
import type {
  RenderedPages,
  RenderFormat,
  RenderRequest,
  SheetRequest,
} from "../../../contract/rendering/render.ts";
import { type PackedRow, unpackRows } from "../../../contract/rendering/row-pack.ts";
import type { RowsRequest } from "../../../contract/rendering/rows.ts";
import { isPrivatePage } from "../browser/private-page.ts";
import { call, RefusedCall } from "./http-client.ts";

/** A template as it is now, by its id, or as one of its versions was. */
export type RenderedTemplate = string | { id: string; versionId?: string | undefined };

function addressOf(template: RenderedTemplate, rest: string): string {
  if (typeof template === "string") return `render/${template}${rest}`;
  return `render/${template.id}${rest}${template.versionId ? `?version=${template.versionId}` : ""}`;
}

/** A file, perhaps with the data of an e-invoice or the declaration of an archive. */
export type FileRequest = RenderRequest & {
  profile?: BillProfile;
  invoice?: InvoiceDetails;
  archive?: boolean;
};

type Named = Exclude<RenderedTemplate, string>;
const named = (template: RenderedTemplate): Named =>
  typeof template === "string" ? { id: template } : template;

/**
 * Renders on this device, with the answers that the server would give: when the server can't be reached, and always on a private page.
 */
export type Standby = {
  render(
    template: Named,
    format: RenderFormat,
    request: FileRequest,
    signal?: AbortSignal,
  ): Promise<Response>;
  rows(template: Named, request: RowsRequest, signal?: AbortSignal): Promise<PackedRow[]>;
  sheet(template: Named, request: SheetRequest, signal?: AbortSignal): Promise<Blob>;
};
let standby: Standby | undefined;

export function setStandby(next: Standby): () => void {
  standby = next;
  return () => {
    if (standby === next) standby = undefined;
  };
}

/** What renders instead of the server; undefined where the server does. */
function insteadOfServer(): Standby | undefined {
  if (!isPrivatePage()) return undefined;
  if (!standby) throw new TypeError("nothing renders on this page yet");
  return standby;
}

/** Requests a file of the template with these values, without the sample unless the request asks for it. */
export async function requestRender(
  template: RenderedTemplate,
  format: RenderFormat,
  request: FileRequest,
  signal?: AbortSignal,
): Promise<Response> {
  const full = { mode: "final", ...request } as const;
  const device = insteadOfServer();
  if (device) return device.render(named(template), format, full, signal);
  try {
    return await call(addressOf(template, `.${format}`), { json: full, signal, isPublic: true });
  } catch (error) {
    if (!standby || error instanceof RefusedCall || signal?.aborted) throw error;
    return standby.render(named(template), format, full, signal).catch((failure: unknown) => {
      throw failure instanceof RefusedCall ? failure : error;
    });
  }
}

/** Requests the pages as pictures, with the position of each field. */
export async function requestPages(
  template: RenderedTemplate,
  request: RenderRequest,
  signal: AbortSignal,
): Promise<RenderedPages> {
  const answer = await requestRender(template, "svg", request, signal);
  return answer.json();
}

/** Requests the first page as a small picture, at low priority. */
export async function requestSheet(
  template: RenderedTemplate,
  request: SheetRequest,
  signal: AbortSignal,
): Promise<Blob> {
  const device = insteadOfServer();
  if (device) return device.sheet(named(template), request, signal);
  const answer = await call(addressOf(template, "/sheet"), { json: request, signal, isPublic: true });
  return answer.blob();
}

/** Requests the PDFs of some rows, at low priority. The one place that decides where the rows of a batch are made. */
export async function requestRows(
  template: RenderedTemplate,
  request: RowsRequest,
  signal: AbortSignal,
): Promise<PackedRow[]> {
  const device = insteadOfServer();
  if (device) return device.rows(named(template), request, signal);
  const answer = await call(addressOf(template, "/rows"), { json: request, signal, isPublic: true });
  return unpackRows(new Uint8Array(await answer.arrayBuffer()));
}

/** The file name in a response. */
export function fileNameOf(answer: Response): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const RELEASE_MS = 60_000;

/** Downloads a file. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has opened it by then; the address would otherwise hold the file for as long as the tab lives.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS);
}
