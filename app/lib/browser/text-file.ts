import Papa from "papaparse";

/** Spreadsheets outside English-speaking countries save CSV in the code page of Windows; UTF-8 that isn't valid is taken for that. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  return decodeUtf8(bytes) ?? new TextDecoder("windows-1252").decode(bytes);
}

/** Undefined for bytes that are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** Workbooks begin with it, too. */
export const ZIP_SIGNATURE = [0x50, 0x4b];

/** All lines of a CSV text, blank ones among them, whatever separates its cells; `most` bounds how many are read. */
export function readCsv(given: string, max = 0): string[][] {
  const text = given.replace(/^\uFEFF/, "");
  // Blank rows count as rows but don't help to detect the delimiter.
  const { delimiter } = Papa.parse(text, { skipEmptyLines: "greedy", preview: 10 }).meta;
  return Papa.parse<string[]>(text, { delimiter, preview: max }).data;
}
