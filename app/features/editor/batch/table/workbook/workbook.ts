// Loaded when a workbook is chosen.

import { t } from "@lingui/core/macro";
import { openZip, UnreadableFile, type ZipEntries } from "../../../../../lib/batch/zip-entries.ts";
import { makeTable, type Sheets, type Table, type TableProblem } from "../table.ts";
import { readFormats } from "./number-formats.ts";
import { readRows, type SheetContext } from "./sheet-rows.ts";
import { attributeOf, tagsOf } from "./xml-tags.ts";

const notAWorkbook = () =>
  new UnreadableFile(t`This isn’t an Excel workbook. Save the table as XLSX or CSV and choose that file.`);

/** The visible sheets of an XLSX file, each read on demand. */
export function readWorkbook(bytes: Uint8Array): Sheets | TableProblem {
  return orProblem((): Sheets => {
    const zip = openZip(bytes, {
      tooLarge: t`This workbook is too large. Save the sheet with the table as CSV.`,
    });
    const main = findPart(zip, "", "officeDocument");
    const xml = main === undefined ? undefined : zip.read(main);
    if (main === undefined || xml === undefined) throw notAWorkbook();
    let context: SheetContext | undefined;
    const sheets: Sheets["sheets"] = [];
    let is1904 = false;
    for (const tag of tagsOf(xml)) {
      if (tag.isEnd) continue;
      if (tag.name === "workbookPr") is1904 = ["1", "true"].includes(attributeOf(tag, "date1904") ?? "");
      if (tag.name !== "sheet" || (attributeOf(tag, "state") ?? "visible") !== "visible") continue;
      const part = findPart(zip, main, attributeOf(tag, "id") ?? "");
      sheets.push({
        name: attributeOf(tag, "name") ?? t`Sheet ${{ number: sheets.length + 1 }}`,
        read: () =>
          orProblem((): Table | TableProblem => {
            context ??= readContext(zip, main, is1904);
            return makeTable(readRows((part && zip.read(part)) ?? "", context));
          }),
      });
    }
    if (sheets.length === 0) throw notAWorkbook();
    return { sheets };
  });
}

function orProblem<Result>(read: () => Result): Result | TableProblem {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message };
    // Offsets outside the file, or data that can't be inflated.
    return {
      problem: t`This file is damaged. Open it in a spreadsheet app and save it again, or save it as CSV.`,
    };
  }
}

function readContext(zip: ZipEntries, main: string, is1904: boolean): SheetContext {
  const read = (kind: string) => {
    const part = findPart(zip, main, kind);
    return part === undefined ? undefined : zip.read(part);
  };
  return { strings: readStrings(read("sharedStrings")), formats: readFormats(read("styles")), is1904 };
}

/** Strings are shared by all sheets. One may have several parts; phonetic hints are left out. */
function readStrings(xml: string | undefined): string[] {
  const strings: string[] = [];
  let isSpoken = false;
  for (const { name, isEnd, text } of tagsOf(xml ?? "")) {
    if (name === "rPh") isSpoken = !isEnd;
    if (isEnd) continue;
    if (name === "si") strings.push("");
    if (name === "t" && !isSpoken) strings.push((strings.pop() ?? "") + text);
  }
  return strings;
}

/** Finds a related part by the relation's id or the last segment of its type. */
function findPart(zip: ZipEntries, from: string, idOrKind: string): string | undefined {
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  const relations = zip.read(`${folder}_rels/${from.slice(folder.length)}.rels`) ?? "";
  for (const tag of tagsOf(relations)) {
    const target = attributeOf(tag, "Target");
    if (target === undefined) continue;
    const isMeant = attributeOf(tag, "Id") === idOrKind || attributeOf(tag, "Type")?.endsWith(`/${idOrKind}`);
    if (isMeant) return target.startsWith("/") ? target.slice(1) : folder + target;
  }
  return undefined;
}
