import { MIMEType } from "node:util";
import { ApiError, invalidPayload } from "../errors/errors.ts";
import { FORM } from "../limits/limits.ts";

/**
 * Scans a multipart form before it is parsed, because parsing many parts or long headers takes seconds.
 * Returns the content type with only the boundary that was found.
 */
export function requireSmallForm(body: Buffer, contentType: string): string {
  const boundary = readBoundary(contentType);
  const delimiter = Buffer.from(`--${boundary}`);
  let parts = 0;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    parts += 1;
    // The last delimiter ends the form and begins no part.
    if (parts > FORM.parts + 1) throw tooLarge("has too many parts", FORM.parts, "");
    requireSmallPart(body, at + delimiter.length, delimiter);
  }
  return `multipart/form-data; boundary="${boundary}"`;
}

function requireSmallPart(body: Buffer, start: number, delimiter: Buffer): void {
  const head = body.subarray(start, start + FORM.headerBytes);
  const headerLength = head.indexOf("\r\n\r\n");
  const next = body.indexOf(delimiter, start);
  const length = (next < 0 ? body.length : next) - start;
  if (headerLength < 0 && length > FORM.headerBytes)
    throw tooLarge("has a part with too long headers", FORM.headerBytes);
  const isFile = head.subarray(0, headerLength).toString("latin1").toLowerCase().includes("filename");
  if (!isFile && length - headerLength > FORM.textBytes)
    throw tooLarge("has too long a text", FORM.textBytes);
}

/** As RFC 2046 allows it. */
function readBoundary(contentType: string): string {
  let type: MIMEType | undefined;
  try {
    type = new MIMEType(contentType);
  } catch {} // no content type at all
  if (type?.essence !== "multipart/form-data")
    throw invalidPayload("the pictures have to be sent as multipart/form-data, one part a file");
  const boundary = type.params.get("boundary") ?? "";
  if (!/^[0-9A-Za-z'()+_,\-./:=?]{1,70}$/.test(boundary))
    throw invalidPayload('the multipart form needs a "boundary" of 1 to 70 letters, digits or signs');
  return boundary;
}

function tooLarge(what: string, limit: number, unit = " bytes"): ApiError {
  const message = `The form ${what}. The limit is ${limit.toLocaleString("en")}${unit}.`;
  return new ApiError("CONTENT_TOO_LARGE", message, { limit });
}
