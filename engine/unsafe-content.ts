import { lettersOfBytes } from "../shared/reading/pdf-objects.ts";
import { bytesOfLetters, textOfUtf16 } from "./bytes.ts";
import type { PdfFile } from "./pdf-file.ts";
import { type Dictionary, type PdfValue, parsePdfValues } from "./pdf-values.ts";

/** Something in a PDF that could harm the person who opens it. */
export type UnsafeContent =
  | { kind: "link"; address: string; object: number }
  | { kind: "action"; name: string }
  | { kind: "file"; name: string };

/** A file that the server attaches itself, such as the data of an e-invoice. */
type OwnFile = { name: string; bytes: Uint8Array };

type Options = {
  /** Further allowed schemes: the kit links the fields of a preview. */
  schemes?: readonly string[];
  /** Attachments that are allowed: same name and same bytes. Nothing attaches files today, so every one is unsafe. */
  ownFiles?: readonly OwnFile[];
};

export const SAFE_SCHEMES = ["https", "http", "mailto", "tel"] as const;

/** Actions that leave the document or run something. GoTo, which moves within it, is not one of them. */
const UNSAFE_ACTIONS = new Set(
  (
    "Launch JavaScript GoToR GoToE GoToDp GoTo3DView SubmitForm ImportData ResetForm Rendition RichMediaExecute " +
    "Sound Movie Thread Hide Named SetOCGState Trans"
  ).split(" "),
);
const UNSAFE_ANNOTATIONS = new Set("FileAttachment RichMedia Screen Movie Sound 3D Widget".split(" "));
/** Keys that start something by themselves, or hold scripts and forms. */
const UNSAFE_KEYS = ["OpenAction", "AA", "JS", "JavaScript", "XFA", "AcroForm"];
/** Most objects have none of these and are not parsed. A name may be written with escapes (#55RI). */
const WORTH_PARSING = new RegExp(
  `#|/(?:URI|EF|${UNSAFE_KEYS.join("|")}|Type\\s*/ObjStm|S\\s*/(?:${[...UNSAFE_ACTIONS].join("|")})|` +
    `Subtype\\s*/(?:${[...UNSAFE_ANNOTATIONS].join("|")}))\\b`,
);

/** Reads the PDF itself, because a template's source has too many ways to write a link or an attachment. */
export function findUnsafeContent(file: PdfFile, options: Options = {}): UnsafeContent[] {
  const found: UnsafeContent[] = [];
  for (const number of file.offsets.keys()) {
    if (number === 0) continue;
    const text = file.dictionary(number);
    if (!WORTH_PARSING.test(text)) continue;
    const values = parsePdfValues(text);
    for (const value of values) inspect(file, number, value, options, found);
    if (values.some((value) => nameIn(value, "Type") === "ObjStm"))
      for (const value of parsePdfValues(lettersOfBytes(file.content(number))))
        inspect(file, number, value, options, found);
  }
  return found;
}

function inspect(file: PdfFile, object: number, value: PdfValue, options: Options, found: UnsafeContent[]) {
  if (Array.isArray(value)) for (const each of value) inspect(file, object, each, options, found);
  if (!(value instanceof Map)) return;
  inspectLink(object, value, options, found);
  inspectActions(value, found);
  inspectFiles(file, value, options, found);
  for (const each of value.values()) inspect(file, object, each, options, found);
}

function inspectLink(object: number, value: Dictionary, { schemes = [] }: Options, found: UnsafeContent[]) {
  const uri = value.get("URI");
  if (uri === undefined) return;
  const address = typeof uri === "string" ? decodeText(uri) : "";
  if (!isSafeAddress(address, schemes)) found.push({ kind: "link", address, object });
}

function inspectActions(value: Dictionary, found: UnsafeContent[]) {
  const action = nameIn(value, "S");
  if (action && UNSAFE_ACTIONS.has(action)) found.push({ kind: "action", name: action });
  const annotation = nameIn(value, "Subtype");
  if (annotation && UNSAFE_ANNOTATIONS.has(annotation)) found.push({ kind: "action", name: annotation });
  for (const key of UNSAFE_KEYS) if (value.has(key)) found.push({ kind: "action", name: key });
}

function inspectFiles(file: PdfFile, value: Dictionary, { ownFiles = [] }: Options, found: UnsafeContent[]) {
  const embedded = value.get("EF");
  if (embedded === undefined) return;
  const name = decodeText(textIn(value, "UF") ?? textIn(value, "F") ?? "");
  const own = ownFiles.find((each) => each.name === name);
  if (!own || !holdsOnly(file, embedded, own.bytes)) found.push({ kind: "file", name });
}

/** Whether every stream that the entry names has exactly these bytes. */
function holdsOnly(file: PdfFile, embedded: PdfValue, bytes: Uint8Array): boolean {
  if (!(embedded instanceof Map) || embedded.size === 0) return false;
  return [...embedded.values()].every(
    (value) =>
      typeof value === "object" &&
      "reference" in value &&
      lettersOfBytes(file.content(value.reference)) === lettersOfBytes(bytes),
  );
}

function nameIn(value: PdfValue, key: string): string | undefined {
  const found = value instanceof Map ? value.get(key) : undefined;
  return typeof found === "object" && "name" in found ? found.name : undefined;
}

function textIn(value: Dictionary, key: string): string | undefined {
  const found = value.get(key);
  return typeof found === "string" ? found : undefined;
}

/** A string of a PDF is UTF-16 with a mark, or else UTF-8, as the compiler writes addresses. */
function decodeText(bytes: string): string {
  if (bytes.startsWith("\xfe\xff")) return textOfUtf16(bytes.slice(2, bytes.length & ~1));
  if (bytes.startsWith("\xff\xfe")) return new TextDecoder("utf-16le").decode(bytesOfLetters(bytes.slice(2)));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOfLetters(bytes));
}

/** An address without a scheme is unsafe too: a viewer may open it as a file next to the document. */
function isSafeAddress(address: string, further: readonly string[]): boolean {
  const scheme = schemeOf(address);
  return scheme !== undefined && [...SAFE_SCHEMES, ...further].includes(scheme);
}

/** The scheme as a lenient viewer reads it: without case, blanks and control characters. */
export function schemeOf(address: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/.exec(withoutTricks(address))?.[1];
}

export function withoutTricks(address: string): string {
  return address.replace(/[\p{C}\p{Z}]/gu, "").toLowerCase();
}
