import type { RenderedPages } from "../../../contract/rendering/render.ts";
import { call } from "../../lib/http/http-client.ts";
import { readDocument } from "./documents.ts";

/**
 * First pages of documents, drawn on demand and once per revision: at most two at a time and with background
 * priority.
 */
const AT_ONCE = 2;
const MAX_KEPT = 120; // addresses of pictures of up to some hundred kilobytes

const addresses = new Map<string, Promise<string>>();
const waiting: (() => void)[] = [];
let running = 0;

/** The address of a document's first page. `signal` aborts drawing. */
export function drawFirstPage(
  { id, rev, templateId }: { id: string; rev: number; templateId: string },
  signal: AbortSignal,
): Promise<string> {
  const key = `${id} ${rev}`;
  const known = addresses.get(key);
  if (known) return known;
  const drawn = inTurn(() => draw(id, templateId, signal), signal);
  addresses.set(key, drawn);
  drawn.then(
    () => forgetOldest(),
    () => addresses.delete(key),
  );
  return drawn;
}

async function inTurn<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function draw(id: string, templateId: string, signal: AbortSignal): Promise<string> {
  const { data, theme, template_versions_id: pin } = await readDocument(id, signal);
  const answer = await call(
    `render/${templateId}.svg?priority=background${pin ? `&version=${pin.id}` : ""}`,
    {
      // Without sample text: a list shows only the person's values.
      json: { data, theme, mode: "proof" },
      signal,
    },
  );
  const { pages }: RenderedPages = await answer.json();
  const [first] = pages;
  if (!first) throw new Error("the document has no page");
  return URL.createObjectURL(new Blob([first.svg], { type: "image/svg+xml" }));
}

function forgetOldest(): void {
  for (const [key, drawn] of addresses) {
    if (addresses.size <= MAX_KEPT) return;
    addresses.delete(key);
    void drawn.then(URL.revokeObjectURL);
  }
}
