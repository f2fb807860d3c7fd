import Papa from "papaparse";

/** A table as it was uploaded or pasted: the first line names the columns. */
export type Table = { columns: string[]; rows: string[][] };
export type TableProblem = { problem: string };

export const MOST_ROWS = 10_000;
const MOST_COLUMNS = 200;
export const MOST_TABLE_BYTES = 20 * 1024 * 1024;

export function readTable(text: string): Table | TableProblem {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { skipEmptyLines: "greedy" });
  const [head, ...rows] = data;
  if (!head) return { problem: "There is nothing in it. The first line names the columns." };
  if (rows.length === 0) return { problem: "It has a line of column names but no rows below it." };
  if (rows.length > MOST_ROWS)
    return {
      problem: `It has ${rows.length.toLocaleString("en")} rows; at most ${MOST_ROWS.toLocaleString("en")} can be made at once.`,
    };
  const width = Math.max(head.length, ...rows.map((row) => row.length));
  if (width > MOST_COLUMNS)
    return { problem: `It has ${width} columns; at most ${MOST_COLUMNS} can be read.` };
  const columns = nameColumns(Array.from({ length: width }, (_, index) => head[index]?.trim() ?? ""));
  return { columns, rows: rows.map((row) => columns.map((_, index) => row[index]?.trim() ?? "")) };
}

/** Every column gets a name, and no two the same: file names are built from them. */
function nameColumns(names: string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((given, index) => {
    const name = given || `Column ${index + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

/** Spreadsheets outside English-speaking countries save CSV in the code page of Windows; UTF-8 that isn't valid is taken for that. */
export async function readTableFile(file: Blob): Promise<Table | TableProblem> {
  if (file.size > MOST_TABLE_BYTES)
    return { problem: `The file has ${Math.ceil(file.size / 1_048_576)} MB; at most 20 can be read.` };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return { problem: "This is a workbook or an archive. Save it as CSV and choose that file." };
  const text = decode(bytes);
  if (text.includes("\0")) return { problem: "This is not a table of text. Choose a CSV file." };
  return readTable(text);
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A table with only a line of column names, to be filled in elsewhere. */
export function writeEmptyTable(columns: readonly string[]): string {
  return Papa.unparse({ fields: [...columns], data: [] }, { escapeFormulae: true });
}
