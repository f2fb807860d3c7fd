import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { RequestContext } from "./request.ts";

export type Encoding = "br" | "gzip";

/** An answer that is made once and given to many: its bytes, its tag, and its compressed forms once someone wants them. */
export type StoredAnswer = {
  bytes: Uint8Array<ArrayBuffer>;
  tag: string;
  headers: Record<string, string>;
  /** The templates in it, each as a number (see numberOf), where that is known. */
  shows: Uint32Array | undefined;
  compressed: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
  /** What is ready to be sent without waiting. */
  ready: Map<Encoding, Uint8Array<ArrayBuffer>>;
};

const SMALLEST_WORTH_IT = 600; // below it the saving is less than one packet
const COMPRESSIBLE = /^(text\/|application\/(javascript|json|xml|manifest\+json|ld\+json)|image\/svg)/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export function storeAnswer(
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  shows?: Uint32Array,
): StoredAnswer {
  const tag = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return { bytes, tag, headers, shows, compressed: new Map(), ready: new Map() };
}

/** An id as a number of 32 bits: thousands of them are kept. Two that meet make one answer more be made again. */
export function numberOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function compress(stored: StoredAnswer, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const done = stored.compressed.get(encoding);
  if (done) return done;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_SIZE_HINT]: stored.bytes.length };
  const making = encoding === "br" ? brotli(stored.bytes, { params }) : zip(stored.bytes, { level: 9 });
  stored.compressed.set(encoding, making);
  making.then(
    (bytes) => stored.ready.set(encoding, bytes),
    () => stored.compressed.delete(encoding),
  );
  return making;
}

export function chooseEncoding(stored: StoredAnswer, accepted: string | undefined): Encoding | undefined {
  if (!accepted || stored.bytes.length < SMALLEST_WORTH_IT) return undefined;
  if (!COMPRESSIBLE.test(stored.headers["content-type"] ?? "")) return undefined;
  const wanted = accepted.split(",").map((part) => part.trim());
  const accepts = (name: string) =>
    wanted.some((part) => part === name || (part.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(part)));
  return accepts("br") ? "br" : accepts("gzip") ? "gzip" : undefined;
}

export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(",").some((part) => part.trim().replace(/^W\//, "") === etag);
}

/** Each form is a different sequence of bytes, so each has a tag of its own. */
export function tagOf(stored: StoredAnswer, encoding: Encoding | undefined): string {
  return encoding ? `"${stored.tag}-${encoding}"` : `"${stored.tag}"`;
}

/** Sends it in the form the client takes, or 304 when the client has it already. */
export async function sendStored(c: RequestContext, stored: StoredAnswer): Promise<Response> {
  const encoding = chooseEncoding(stored, c.req.header("accept-encoding"));
  const etag = tagOf(stored, encoding);
  const headers: Record<string, string> = { ...stored.headers, etag, vary: "accept-encoding" };
  if (isKnown(c.req.header("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  if (!encoding) return new Response(stored.bytes, { headers });
  headers["content-encoding"] = encoding;
  return new Response(await compress(stored, encoding), { headers });
}
