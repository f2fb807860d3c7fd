import type { RenderFormat, RenderPriority, RenderRequest } from "../../contract/render.ts";
import type { FieldPath } from "./draft.ts";

/** A value that stands in the way of an export, and where it is. */
export type Fault = { path: FieldPath; type: string; message: string };

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

type ErrorEntry = {
  message: string;
  extensions?: { code?: string; field?: string; type?: string };
};

async function readRefusal(answer: Response): Promise<RefusedRender> {
  const { errors = [] } = (await answer.json().catch(() => ({}))) as { errors?: ErrorEntry[] };
  const faults = errors.flatMap(({ message, extensions }) =>
    extensions?.code === "FAILED_VALIDATION"
      ? [{ path: extensions.field ?? "", type: extensions.type ?? "", message }]
      : [],
  );
  const words = errors[0]?.message ?? `The server answered ${answer.status}.`;
  const wait = Number(answer.headers.get("retry-after")) || undefined;
  return new RefusedRender(answer.status, words, faults, wait);
}

/** Asks for a file of the template with these words: never with those of the sample. */
export async function requestRender(
  templateId: string,
  format: RenderFormat,
  request: RenderRequest,
  signal?: AbortSignal,
  priority: RenderPriority = "interactive",
): Promise<Response> {
  const query = priority === "interactive" ? "" : `?priority=${priority}`;
  const answer = await fetch(`/render/${templateId}.${format}${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode: "final", ...request }),
    ...(signal ? { signal } : {}),
  });
  if (!answer.ok) throw await readRefusal(answer);
  return answer;
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
