import { fileURLToPath } from "node:url";
import pdfmake from "pdfmake";
import { ACCENT, anInvoice, BOLD, EXTRA_BOLD, INK, QUIET, REGULAR } from "./invoice.ts";

const regular = fileURLToPath(REGULAR);
const bold = fileURLToPath(BOLD);
const extraBold = fileURLToPath(EXTRA_BOLD);
pdfmake.setFonts({
  Archivo: { normal: regular, bold, italics: regular, bolditalics: bold },
  Display: { normal: extraBold, bold: extraBold, italics: extraBold, bolditalics: extraBold },
});
pdfmake.setLocalAccessPolicy(() => true);
pdfmake.setUrlAccessPolicy(() => false);

const label = (text: string) => ({ text, fontSize: 8, color: QUIET });
const rule = (lineWidth: number) => ({
  canvas: [{ type: "line", x1: 0, y1: 0, x2: 505, y2: 0, lineWidth, lineColor: INK }],
});

export async function makePdf(serial: number): Promise<Uint8Array> {
  const { data, dates, amounts, subtotal, tax, total } = anInvoice(serial);
  const { from, to, payment } = data;
  const rows = data.items.map(({ description, detail, quantity }, index) => [
    { text: String(index + 1), color: QUIET },
    [
      { text: description, bold: true },
      { text: detail, fontSize: 9, color: QUIET },
    ],
    { text: quantity, alignment: "right" },
    { text: amounts[index], alignment: "right" },
  ]);
  return pdfmake
    .createPdf({
      info: { title: `Invoice ${data.number}` },
      pageSize: "A4",
      pageMargins: [45, 42, 45, 57],
      defaultStyle: { font: "Archivo", fontSize: 10, color: INK },
      content: [
        { columns: [from.name, { text: `Nº ${data.number}`, alignment: "right" }], bold: true, fontSize: 9 },
        {
          columns: [
            { text: "Invoice", font: "Display", fontSize: 112, width: "*" },
            { canvas: [{ type: "ellipse", x: 42, y: 60, r1: 42, r2: 42, color: ACCENT }], width: 90 },
          ],
        },
        rule(1.6),
        {
          columns: [
            [label("From"), from.name, from.address, from.tax_id],
            [label("Bill to"), { text: to.name, bold: true }, to.attention, to.address],
            [label("Issued"), dates.issued, label("Due"), dates.due],
            [label("Project"), data.project],
          ],
          margin: [0, 4, 0, 40],
        },
        {
          table: {
            headerRows: 1,
            widths: [25, "*", 74, 96],
            body: [["", label("Item"), label(data.unit), label(data.currency)], ...rows],
          },
          layout: "lightHorizontalLines",
        },
        { columns: ["", "Subtotal", { text: subtotal, alignment: "right" }], margin: [0, 30, 0, 6] },
        { columns: ["", `VAT ${data.tax_rate}%`, { text: tax, alignment: "right" }], margin: [0, 0, 0, 10] },
        rule(1.6),
        {
          columns: [
            [label("Pay to"), payment.account, label("Reference"), payment.reference],
            {
              stack: [label(`Total due, ${data.currency}`), { text: total, font: "Display", fontSize: 54 }],
              alignment: "right",
              width: 375,
            },
          ],
        },
      ],
    })
    .getBuffer();
}
