import { strToU8, type Zippable, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { openZip } from "../../../../lib/batch/zip-entries.ts";
import { readTableFile } from "./table-file.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

type Sheet = { name: string; rows: string; state?: string };

/** A workbook as Excel writes one, with the parts that matter. */
function aWorkbook(sheets: Sheet[], more: { strings?: string; styles?: string; book?: string } = {}): Blob {
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const files: Record<string, string> = {
    "_rels/.rels": `<Relationships>${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${sheets
      .map((_, index) => relation(`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`))
      .join(
        "",
      )}${relation("rId98", "sharedStrings", "sharedStrings.xml")}${relation("rId99", "styles", "/xl/styles.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook>${more.book ?? ""}<sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${name}" sheetId="${index + 7}"${state ? ` state="${state}"` : ""} r:id="rId${index + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/sharedStrings.xml": `<sst>${more.strings ?? ""}</sst>`,
    "xl/styles.xml": `<styleSheet>${more.styles ?? ""}</styleSheet>`,
  };
  for (const [index, { rows }] of sheets.entries())
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet><sheetData>${rows}</sheetData><mergeCells/></worksheet>`;
  return zipped(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(XML + xml)])));
}

function zipped(files: Zippable): Blob {
  return new Blob([zipSync(files)]);
}

const text = (cell: string, message: string) => `<c r="${cell}" t="inlineStr"><is><t>${message}</t></is></c>`;
const problem = (message: string) => ({ problem: expect.stringContaining(message) });

describe("a file with a table", () => {
  it("is read as Windows-1252 if not UTF-8", async () => {
    const windows = new Blob([Uint8Array.from([..."Name\nZo"].map((c) => c.charCodeAt(0)).concat(0xeb))]);
    expect(await readTableFile(windows)).toMatchObject({ rows: [{ cells: ["Zoë"] }] });
  });

  it("that isn't a table is explained", async () => {
    expect(await readTableFile(new Blob([Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1])]))).toEqual(
      problem("Save it as XLSX without a password, or as CSV"),
    );
    expect(await readTableFile(zipped({ "content.xml": strToU8("<office/>") }))).toEqual(
      problem("isn’t an Excel workbook"),
    );
    expect(await readTableFile(new Blob([Uint8Array.from([0x50, 0x4b, 3, 4])]))).toEqual(problem("damaged"));
    expect(await readTableFile(new Blob(["a\0b"]))).toEqual(problem("CSV or XLSX"));
  });
});

describe("a workbook", () => {
  it("returns typed cells and row numbers", async () => {
    const rows = `
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>${text("C1", "Price &amp; tax")}${text("D1", "Done")}</row>
      <row r="2"/>
      <row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4" s="1"><v>46331</v></c><c r="C4"><v>1500.1000000000001</v></c><c r="D4" t="b"><v>1</v></c></row>
      <row><c t="str"><f>A4</f><v>1.500</v></c><c s="2"><v>0.77083333333333337</v></c><c s="3"><v>0.25</v></c><c s="4"><v>42</v></c></row>
      <x:row r="9"><x:c r="A9" t='str'><x:v>Bo_x000D_ &#x1F5A8;</x:v></x:c><c r="C9" s="5"><v>46331.5</v></c></x:row>`;
    const table = await readTableFile(
      aWorkbook([{ name: "Data", rows }], {
        strings:
          '<si><t>Name</t></si><si><t xml:space="preserve">On </t></si><si><r><t>Ada </t></r><r><t>L.</t></r><rPh><t>ignored</t></rPh></si>',
        styles: `<numFmts><numFmt numFmtId="164" formatCode="0000"/><numFmt numFmtId="165" formatCode="[$-407]d/\\ mmm&quot;s&quot;;@"/></numFmts>
          <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>
          <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>`,
      }),
    );
    expect(table).toEqual({
      columns: ["Name", "On", "Price & tax", "Done"],
      rows: [
        { number: 4, cells: ["Ada L.", "2026-11-05", 1500.1, "yes"] },
        { number: 5, cells: ["1.500", "18:30", 25, "0042"] },
        { number: 9, cells: ["Bo\n 🖨", "", "2026-11-05 12:00", ""] },
      ],
    });
  });

  it("uses its own date system", async () => {
    const rows = `<row r="1">${text("A1", "On")}</row><row r="2"><c r="A2" s="0"><v>44869</v></c></row>`;
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
    const book = '<workbookPr date1904="1"/>';
    expect(await readTableFile(aWorkbook([{ name: "Mac", rows }], { styles, book }))).toMatchObject({
      rows: [{ cells: ["2026-11-05"] }],
    });
  });

  it("lists visible sheets", async () => {
    const sheet = (name: string) => ({
      name,
      rows: `<row r="1">${text("A1", "Name")}</row><row r="2">${text("A2", name)}</row>`,
    });
    const read = await readTableFile(
      aWorkbook([sheet("Ada &amp; Co"), { ...sheet("Lists"), state: "hidden" }, sheet("May")]),
    );
    if (!("sheets" in read)) throw new Error("there is nothing to choose from");
    expect(read.sheets.map(({ name }) => name)).toEqual(["Ada & Co", "May"]);
    expect(read.sheets[1]?.read()).toMatchObject({ rows: [{ number: 2, cells: ["May"] }] });
    expect(
      await readTableFile(aWorkbook([{ ...sheet("Lists"), state: "hidden" }, sheet("May")])),
    ).toMatchObject({ columns: ["Name"] });
  });

  it("is rejected while inflating too much", () => {
    const bomb = zipSync({ "a.xml": new Uint8Array(4_000_000), "b.xml": strToU8("<b/>") });
    new DataView(bomb.buffer).setUint32(22, 10, true); // the size it claims
    const zip = openZip(bomb, { maxBytes: 1_000_000 });
    expect(zip.read("b.xml")).toBe("<b/>");
    expect(() => zip.read("a.xml")).toThrow("too large");
  });

  it("is rejected if too large", async () => {
    const many = `<row>${text("A1", "Name")}</row>${"<row><c><v>1</v></c></row>".repeat(10_001)}`;
    expect(await readTableFile(aWorkbook([{ name: "A", rows: many }]))).toEqual(problem("10,000 rows"));
    const wide = `<row r="1">${text("XFD1", "Name")}</row>`;
    expect(await readTableFile(aWorkbook([{ name: "A", rows: wide }]))).toEqual(problem("column 16384"));
  });

  it("reports damage without throwing", async () => {
    const whole = new Uint8Array(
      await aWorkbook([{ name: "A", rows: `<row>${text("A1", "N")}</row>` }]).arrayBuffer(),
    );
    for (let at = 4; at < whole.length; at += 41) {
      const broken = whole.slice();
      broken[at] = 255 - (broken[at] ?? 0);
      await readTableFile(new Blob([broken]));
      await readTableFile(new Blob([whole.slice(0, at)]));
    }
    const endless = `<row><c r="A1" t="str><v>1</v></c></row>`;
    expect(await readTableFile(aWorkbook([{ name: "A", rows: endless }]))).toEqual(problem("is empty"));
  });
});
