import type {
  RenderedPages,
  RenderFormat,
  RenderRequest,
  RowsRequest,
  SheetRequest,
} from "../../../contract/rendering/render.ts";
import { type PackedRow, unpackRows } from "../../../contract/rendering/row-pack.ts";
import { call } from "./http-client.ts";

/** A template as it is now, by its id, or as one of its versions was. */
export type RenderedTemplate = string | { id: string; versionId?: string | undefined };

function addressOf(template: RenderedTemplate, rest: string): string {
  if (typeof template === "string") return `render/${template}${rest}`;
  return `render/${template.id}${rest}${template.versionId ? `?version=${template.versionId}` : ""}`;
}

/** Requests a file of the template with these values, without the sample unless the request asks for it. */
export function requestRender(
  template: RenderedTemplate,
  format: RenderFormat,
  request: RenderRequest,
  signal?: AbortSignal,
): Promise<Response> {
  return call(addressOf(template, `.${format}`), {
    json: { mode: "final", ...request },
    signal,
    isPublic: true,
  });
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
  const answer = await call(addressOf(template, "/sheet"), { json: request, signal, isPublic: true });
  return answer.blob();
}

/** Requests the PDFs of some rows, at low priority. */
export async function requestRows(
  template: RenderedTemplate,
  request: RowsRequest,
  signal: AbortSignal,
): Promise<PackedRow[]> {
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
