import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { RequestContext } from "./request.ts";

type Encoding = "br" | "gzip";

/** A response that is made once for many clients: its bytes, its tag, and its compressed forms once one was requested. */
export type StoredResponse = {
  bytes: Uint8Array<ArrayBuffer>;
  tag: string;
  headers: Record<string, string>;
  /** The templates in it, each as a hash (see fnv1a), where they are known. */
  shows: Uint32Array | undefined;
  compressed: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
  /** Forms that can be sent without waiting. */
  ready: Map<Encoding, Uint8Array<ArrayBuffer>>;
};

const SMALLEST_WORTH_IT = 600; // below it the saving is less than one packet
const COMPRESSIBLE = /^(text\/|application\/(javascript|json|xml|manifest\+json|ld\+json)|image\/svg)/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export function storeResponse(
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  { shows, tag = hashOf(bytes) }: { shows?: Uint32Array | undefined; tag?: string } = {},
): StoredResponse {
  return { bytes, tag, headers, shows, compressed: new Map(), ready: new Map() };
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
}

/** The 32-bit FNV-1a hash of an id: thousands of them are stored. A collision only causes one more response to be made again. */
export function fnv1a(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function compress(stored: StoredResponse, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
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

/** In the order in which we choose between equal weights. */
const ENCODINGS = ["br", "gzip"] as const;

/** The encoding that the client's Accept-Encoding gives the highest weight; undefined is the bytes as they are. */
export function chooseEncoding(stored: StoredResponse, accepted: string | undefined): Encoding | undefined {
  if (!accepted || !COMPRESSIBLE.test(stored.headers["content-type"] ?? "")) return undefined;
  const weights = readWeights(accepted);
  const any = weights.get("*");
  const isAllowedAsIs = (weights.get("identity") ?? any) !== 0;
  if (isAllowedAsIs && stored.bytes.length < SMALLEST_WORTH_IT) return undefined;
  let chosen: Encoding | undefined;
  // The identity encoding need not be named: it is the default when no other has a higher weight.
  let highest = isAllowedAsIs ? (weights.get("identity") ?? 0) : 0;
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? any ?? 0;
    if (weight > highest || (weight === highest && weight > 0 && !chosen)) chosen = encoding;
    highest = Math.max(highest, weight);
  }
  return chosen;
}

function readWeights(accepted: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((word) => word.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  return weights;
}

export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const tags = ifNoneMatch.split(",").map((part) => part.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

/** Each form is a different sequence of bytes, so each has a tag of its own. */
export function tagOf(stored: StoredResponse, encoding: Encoding | undefined): string {
  return encoding ? `"${stored.tag}-${encoding}"` : `"${stored.tag}"`;
}

/** Sends it in an encoding that the client accepts, or 304 if the client has it. */
export async function sendStored(c: RequestContext, stored: StoredResponse): Promise<Response> {
  const encoding = chooseEncoding(stored, c.req.header("accept-encoding"));
  const etag = tagOf(stored, encoding);
  const headers: Record<string, string> = { ...stored.headers, etag, vary: "accept-encoding" };
  if (isKnown(c.req.header("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const bytes = encoding ? await compress(stored, encoding) : stored.bytes;
  if (encoding) headers["content-encoding"] = encoding;
  // Its bytes are shared while it is cached, and belong to each response afterwards.
  await c.get("reserve")?.(bytes.length);
  return new Response(bytes, { headers });
}
