import type { RenderedPages, RenderFormat, RenderRequest, RowsRequest } from "../../contract/render.ts";
import { type PackedRow, type RowError, unpackRows } from "../../contract/row-pack.ts";

/** A value that stands in the way of an export, and where it is ("items.0.price"). */
export type Fault = { path: string; type: string; message: string };

/** A render that was refused, with the faults it was refused for. */
export class RefusedRender extends Error {
  readonly status: number;
  readonly faults: Fault[];
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, faults: Fault[], retryAfter?: number) {
    super(message);
    this.name = "RefusedRender";
    this.status = status;
    this.faults = faults;
    this.retryAfter = retryAfter;
  }
}

/** The values that errors are about. */
export function faultsIn(errors: readonly RowError[]): Fault[] {
  return errors.flatMap(({ message, extensions: { field, type, code } = {} }) =>
    typeof field === "string" ? [{ path: field, type: String(type ?? code ?? ""), message }] : [],
  );
}

async function readRefusal(answer: Response): Promise<RefusedRender> {
  const { errors = [] } = ((await answer.json().catch(() => undefined)) ?? {}) as { errors?: RowError[] };
  const words = errors[0]?.message ?? `The server answered ${answer.status}.`;
  const wait = Number(answer.headers.get("retry-after")) || undefined;
  return new RefusedRender(answer.status, words, faultsIn(errors), wait);
}

async function ask(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  if (!answer.ok) throw await readRefusal(answer);
  return answer;
}

/** Asks for a file of the template with these words: never with those of the sample, unless the request says so. */
export function requestRender(
  templateId: string,
  format: RenderFormat,
  request: RenderRequest,
  signal?: AbortSignal,
): Promise<Response> {
  return ask(`/render/${templateId}.${format}`, { mode: "final", ...request }, signal);
}

/** Asks for the pages as pictures, with where each field stands on them. */
export async function requestPages(
  templateId: string,
  request: RenderRequest,
  signal: AbortSignal,
): Promise<RenderedPages> {
  const answer = await requestRender(templateId, "svg", request, signal);
  return answer.json();
}

/** Asks for the PDFs of some rows; they wait for everything that a person is looking at. */
export async function requestRows(
  templateId: string,
  request: RowsRequest,
  signal: AbortSignal,
): Promise<PackedRow[]> {
  const answer = await ask(`/render/${templateId}/rows`, request, signal);
  return unpackRows(new Uint8Array(await answer.arrayBuffer()));
}

/** The name that an answer gives its file. */
export function fileNameOf(answer: Response): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
