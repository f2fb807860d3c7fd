import type { Context } from "hono";
import { isKnown } from "./stored-response.ts";

/** A file to send. `etag` is strong: the same tag means the same bytes. */
type File = { bytes: Uint8Array<ArrayBuffer>; etag: string; headers: Record<string, string> };

/** Sends a file, the part that `Range` names, or 304 if the client has it (RFC 9110, 13 and 14). */
export function sendFile(c: Context, { bytes, etag, headers: own }: File): Response {
  const headers: Record<string, string> = { ...own, etag, "accept-ranges": "bytes" };
  if (isKnown(c.req.header("if-none-match"), etag)) {
    for (const name of ["content-type", "content-length", "content-disposition"]) delete headers[name];
    return new Response(null, { status: 304, headers });
  }
  const condition = c.req.header("if-range");
  const isWanted = c.req.method === "GET" && (condition === undefined || condition === etag);
  const range = isWanted ? readRange(c.req.header("range"), bytes.length) : undefined;
  if (range === "unsatisfiable")
    return new Response(null, {
      status: 416,
      headers: { ...headers, "content-range": `bytes */${bytes.length}` },
    });
  if (!range) return new Response(bytes, { headers: { ...headers, "content-length": String(bytes.length) } });
  const { first, last } = range;
  return new Response(bytes.subarray(first, last + 1), {
    status: 206,
    headers: {
      ...headers,
      "content-length": String(last - first + 1),
      "content-range": `bytes ${first}-${last}/${bytes.length}`,
    },
  });
}

type Range = { first: number; last: number };

/** Reads a single range. Several ranges and other units get the whole file, as the RFC allows. */
export function readRange(header: string | undefined, length: number): Range | "unsatisfiable" | undefined {
  const [found, from = "", to = ""] = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (found === undefined || (from === "" && to === "")) return undefined;
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined;
  const first = from === "" ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === "" || to === "" ? length - 1 : Math.min(Number(to), length - 1);
  return first > last ? "unsatisfiable" : { first, last };
}
