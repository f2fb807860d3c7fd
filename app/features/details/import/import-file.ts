import { t } from "@lingui/core/macro";
import { MAX_IMPORT_BYTES } from "../../../../contract/limits.ts";
import { hasValues } from "../../../../contract/people/details.ts";
import { openZip, UnreadableFile } from "../../../lib/batch/zip-entries.ts";
import { beginsWith, decodeUtf8, ZIP_SIGNATURE } from "../../../lib/browser/text-file.ts";
import { formatMegabytes } from "../../../lib/format/page-formats.ts";
import { formatList } from "../../../lib/i18n/intl.ts";
import { findLinkedInFiles, readLinkedIn } from "./archives/linkedin.ts";
import { isTypecaseArchive, readTypecase } from "./archives/typecase.ts";
import type { ImportResult } from "./import-result.ts";
import { readJsonResume } from "./json-resume/json-resume.ts";
import { readVcard } from "./vcard/vcard.ts";

/** Detected from the content, not from the file's name or the button that was pressed. */
export type Source = "json-resume" | "vcard" | "linkedin" | "typecase";
export type ImportFile = { name: string; source: Source; result: ImportResult };
export type ImportProblem = { name: string; problem: string };

const MAX_INFLATED_BYTES = 8 * 1024 * 1024; // of all files that are opened; LinkedIn's have some hundred kilobytes
const MAX_ENTRIES = 2_000;
const VCARD = /^\s*BEGIN:VCARD/i;

/** Reads a file on this device. Everything is bounded, so that no file can block the page. */
export async function readImportFile(file: File): Promise<ImportFile | ImportProblem> {
  const { name } = file;
  try {
    if (file.size > MAX_IMPORT_BYTES)
      throw new UnreadableFile(t`The file is too large (${{ size: formatMegabytes(file.size) }}).`);
    if (file.size === 0) throw new UnreadableFile(t`The file is empty.`);
    const { source, result } = readBytes(new Uint8Array(await file.arrayBuffer()));
    if (!hasValues(result.understood))
      throw new UnreadableFile(t`The file has no details that templates use.`);
    return { name, source, result };
  } catch (error) {
    return {
      name,
      problem: t`${{ reason: reasonOf(error) }} You can import a JSON Resume file, a vCard, a LinkedIn ZIP or a ZIP from another Typecase site, up to ${{ most: formatMegabytes(MAX_IMPORT_BYTES) }}. Nothing was imported.`,
    };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  // A ZIP whose directory points outside of it, or a file that was deleted while it was read.
  console.error("A file could not be read", error);
  return t`The file is damaged or incomplete.`;
}

export function readBytes(bytes: Uint8Array): { source: Source; result: ImportResult } {
  if (beginsWith(bytes, ZIP_SIGNATURE)) return readArchive(bytes);
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200)).replace(/^(ï»¿|ÿþ)/, "");
  if (VCARD.test(start.replaceAll("\0", ""))) return { source: "vcard", result: readVcard(bytes) };
  const text = decodeUtf8(bytes);
  if (text === undefined || text.includes("\0"))
    throw new UnreadableFile(
      /^\s*\{/.test(start)
        ? t`We can’t read the characters in this file. Save it as UTF-8 and try again.`
        : t`This type of file isn’t supported.`,
    );
  if (!/^\s*[{[]/.test(text)) throw new UnreadableFile(t`This type of file isn’t supported.`);
  return { source: "json-resume", result: readJsonResume(text) };
}

function readArchive(bytes: Uint8Array): { source: Source; result: ImportResult } {
  const zip = openZip(bytes, {
    maxBytes: MAX_INFLATED_BYTES,
    maxEntries: MAX_ENTRIES,
    tooLarge: t`The ZIP’s contents are too large.`,
  });
  if (zip.names.some((name) => /(^|[\\/])\.\.([\\/]|$)|^[\\/]/.test(name)))
    throw new UnreadableFile(t`This ZIP file isn’t safe to open.`);
  if (isTypecaseArchive(zip)) return { source: "typecase", result: readTypecase(zip) };
  if (findLinkedInFiles(zip.names).size > 0) return { source: "linkedin", result: readLinkedIn(zip) };
  const csv = zip.names.filter((name) => name.toLowerCase().endsWith(".csv")).slice(0, 4);
  const files = formatList(csv, "unit").slice(0, 200);
  throw new UnreadableFile(
    files === ""
      ? t`This ZIP isn’t an export from LinkedIn or Typecase.`
      : t`This ZIP isn’t an export from Typecase, and its files (${files}) don’t have LinkedIn’s English names.`,
  );
}
