import { t } from "@lingui/core/macro";
import { beginsWith, decodeText, ZIP_SIGNATURE } from "../../../../lib/browser/text-file.ts";
import { formatMegabytes } from "../../../../lib/format/page-formats.ts";
import { unreachableMessage } from "../../../../lib/http/connection.ts";
import { MAX_TABLE_BYTES, readTable, type Sheets, type Table, type TableProblem } from "./table.ts";

const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0]; // Excel's format until 2003, or a workbook with a password

/** Reads a CSV file with any separator, or a workbook. */
export async function readTableFile(file: Blob): Promise<Table | TableProblem | Sheets> {
  if (file.size > MAX_TABLE_BYTES)
    return {
      problem: t`This file is too large (${{ size: formatMegabytes(file.size) }}). The limit is ${{ most: formatMegabytes(MAX_TABLE_BYTES) }}.`,
    };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (beginsWith(bytes, OLD_WORKBOOK))
    return {
      problem: t`This workbook is in an old format or has a password. Save it as XLSX without a password, or as CSV.`,
    };
  // A workbook is a ZIP of XML files.
  if (beginsWith(bytes, ZIP_SIGNATURE)) return readWorkbookFile(bytes);
  const text = decodeText(bytes);
  if (text.includes("\0")) return { problem: t`This isn’t a table. Choose a CSV or XLSX file.` };
  return readTable(text);
}

async function readWorkbookFile(bytes: Uint8Array): Promise<Table | TableProblem | Sheets> {
  const reader = await import("./workbook/workbook.ts").catch(() => undefined);
  if (!reader)
    return {
      problem: `${unreachableMessage()} ${t`We couldn’t read the workbook. Try choosing it again.`}`,
    };
  const read = reader.readWorkbook(bytes);
  if ("problem" in read) return read;
  const [only, ...others] = read.sheets;
  return only && others.length === 0 ? only.read() : read;
}
