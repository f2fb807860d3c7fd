import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import type { GroupField } from "../../../../contract/templates/template-file.ts";
import { readDocumentInvoice } from "../../../../shared/bill/document-invoice.ts";
import { readLeftovers } from "../../../../shared/switching/leftover-values.ts";
import type { Draft } from "../draft.ts";
import { fitData, fitTheme } from "./fitting.ts";

/** A draft in the fragment of an address, which a browser never sends to the server. */
const MARK = "#draft=";
const LONGEST = 8_000; // what mail and chat programs carry without cutting it off
const UNPACKED_BYTES = 512 * 1024; // the maximum size of a render's text; a larger link is not one of ours

type DraftLink =
  | { kind: "link"; fragment: string; leftOutPictures: boolean }
  | { kind: "too long"; characters: number; max: number };

export function packDraft(draft: Draft): DraftLink {
  const { kept: included, leftOut } = withoutPictures(draft.data);
  const packed = deflateSync(strToU8(JSON.stringify({ ...draft, data: included })), { level: 9 });
  const fragment = MARK + toBase64Url(packed);
  if (fragment.length > LONGEST) return { kind: "too long", characters: fragment.length, max: LONGEST };
  return { kind: "link", fragment, leftOutPictures: leftOut };
}

export const isDraftLink = (hash: string) => hash.startsWith(MARK);

/** Undefined when the link is damaged. */
export function unpackDraft(hash: string, fields: GroupField): Draft | undefined {
  try {
    const packed = fromBase64Url(hash.slice(MARK.length));
    const unpacked = inflateSync(packed, { out: new Uint8Array(UNPACKED_BYTES) });
    return readDraftParts(JSON.parse(strFromU8(unpacked)), fields);
  } catch {
    return undefined;
  }
}

/** A draft out of parts that came from elsewhere: only what the template's fields can hold. */
export function readDraftParts(parts: unknown, fields: GroupField): Draft | undefined {
  if (typeof parts !== "object" || parts === null || !("data" in parts)) return undefined;
  const {
    data,
    theme,
    title,
    kept: leftovers,
    invoice: given,
  }: { data: unknown; theme?: unknown; title?: unknown; kept?: unknown; invoice?: unknown } = parts;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
  const words = readLeftovers(leftovers);
  const invoice = readDocumentInvoice(given);
  const draft: Draft = {
    data: fitData(fields, data),
    theme: fitTheme(theme),
    ...(words ? { kept: words } : {}),
    ...(invoice ? { invoice } : {}),
  };
  return typeof title === "string" && title.trim() ? { ...draft, title: title.slice(0, 200) } : draft;
}

function withoutPictures(data: Record<string, unknown>): {
  kept: Record<string, unknown>;
  leftOut: boolean;
} {
  let leftOut = false;
  const leftovers: Record<string, unknown> = JSON.parse(
    JSON.stringify(data, (_key, value: unknown) => {
      if (typeof value !== "string" || !value.startsWith("data:")) return value;
      leftOut = true;
      return undefined;
    }),
  );
  return { kept: leftovers, leftOut };
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}
