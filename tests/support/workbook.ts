import { strToU8, zipSync } from "fflate";

const KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** An XLSX file of these sheets: texts and numbers, with blank rows as empty ones. */
export function aWorkbook(sheets: Record<string, (string | number)[][]>): Buffer {
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    "_rels/.rels": relations([["rId1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook><sheets>${names
      .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      names.map((_, index) => [`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`]),
    ),
  };
  for (const [index, rows] of Object.values(sheets).entries()) {
    const lines = rows.map((cells, row) => `<row r="${row + 1}">${cells.map(cellOf).join("")}</row>`);
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet><sheetData>${lines.join("")}</sheetData></worksheet>`;
  }
  const packed = Object.entries(files).map(([name, xml]) => [name, strToU8(`<?xml version="1.0"?>${xml}`)]);
  return Buffer.from(zipSync(Object.fromEntries(packed)));
}

function cellOf(value: string | number): string {
  return typeof value === "number"
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
}

function relations(entries: (readonly [id: string, kind: string, target: string])[]): string {
  const lines = entries.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${KIND}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships>${lines.join("")}</Relationships>`;
}
