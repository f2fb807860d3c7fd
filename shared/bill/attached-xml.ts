import { Unzlib } from "fflate";
import { BILL_LIMITS } from "../../contract/bill.ts";

/**
 * The invoice in a hybrid PDF of any program. An attachment is a stream, and streams are never inside other objects, so the file is
 * searched for them; its tables needn't be read.
 */

/** Why there is none: the file is encrypted, or has no such attachment. */
export type NoAttachment = "encrypted" | "none";

const MAX_STREAMS = 5_000;
const MAX_OTHERS = 50; // streams that don't say that they are an attachment
const START = /^\s*<(?:\?xml|(?:\w+:)?(?:CrossIndustryInvoice|Invoice|CreditNote)\b)/;
const OTHER_KINDS =
  /\/(?:Type\s*\/(?:XObject|ObjStm|XRef|Metadata|Font)|Subtype\s*\/(?:Image|Form)|FunctionType|Length1)\b/;

export function isPdf(bytes: Uint8Array): boolean {
  return lettersOf(bytes.subarray(0, 1024)).includes("%PDF-");
}

export function findAttachedXml(bytes: Uint8Array): Uint8Array | NoAttachment {
  const text = lettersOf(bytes);
  if (/\/Encrypt\s+\d+\s+\d+\s+R/.test(text)) return "encrypted";
  const others: Uint8Array[] = [];
  let at = 0;
  for (let count = 0; count < MAX_STREAMS; count++) {
    const keyword = text.indexOf("stream", at);
    if (keyword < 0) break;
    at = keyword + "stream".length;
    if (text.startsWith("end", keyword - 3)) continue;
    const dictionary = text.slice(Math.max(text.lastIndexOf("obj", keyword), keyword - 2_000), keyword);
    const begin = text.startsWith("\r\n", at) ? at + 2 : at + 1;
    const end = text.indexOf("endstream", begin);
    if (end < 0) break;
    const stream = () => unpack(bytes.subarray(begin, end), dictionary);
    at = end + "endstream".length;
    if (OTHER_KINDS.test(dictionary)) continue;
    const isAttachment = /\/EmbeddedFile\b|\/Subtype\s*\/text#2[Ff]xml/.test(dictionary);
    if (!isAttachment && others.length >= MAX_OTHERS) continue;
    const content = stream();
    if (!content || !START.test(lettersOf(content.subarray(0, 400)).replace(/^\xef\xbb\xbf/, ""))) continue;
    if (isAttachment) return content;
    others.push(content);
  }
  return others[0] ?? "none";
}

/** Undefined for what is packed in another way, or is larger than an invoice may be. */
function unpack(stream: Uint8Array, dictionary: string): Uint8Array | undefined {
  if (!/\/Filter\b/.test(dictionary)) return trimmed(stream);
  if (!/\/Filter\s*(?:\[\s*)?\/FlateDecode\s*(?:\]|\/|>|$|\s)/.test(dictionary)) return undefined;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const unzip = new Unzlib((part) => {
    bytes += part.length;
    if (bytes > BILL_LIMITS.xmlBytes) throw new RangeError("the attachment is too large");
    parts.push(part);
  });
  try {
    // In pieces, so that a small file that unpacks to a huge one is noticed early.
    for (let at = 0; at < stream.length; at += 16_384)
      unzip.push(stream.subarray(at, at + 16_384), at + 16_384 >= stream.length);
  } catch (error) {
    if (error instanceof RangeError || parts.length === 0) return undefined;
  }
  const joined = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Without the line break before "endstream". */
function trimmed(stream: Uint8Array): Uint8Array {
  let end = stream.length;
  while (end > 0 && (stream[end - 1] === 10 || stream[end - 1] === 13)) end--;
  return stream.subarray(0, end);
}

function lettersOf(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
