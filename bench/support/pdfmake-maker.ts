import { fileURLToPath } from "node:url";
import pdfmake from "pdfmake";
import { anInvoice, BOLD, REGULAR } from "./invoice.ts";

const regular = fileURLToPath(REGULAR);
const bold = fileURLToPath(BOLD);
pdfmake.setFonts({ Archivo: { normal: regular, bold, italics: regular, bolditalics: bold } });
pdfmake.setLocalAccessPolicy(() => true);
pdfmake.setUrlAccessPolicy(() => false);

export async function makePdf(serial: number): Promise<Uint8Array> {
  const { number, customer, items, total } = anInvoice(serial);
  const rows = items.map(({ description, detail, quantity, price }) => [
    [{ text: description, bold: true }, detail],
    quantity,
    price,
  ]);
  return pdfmake
    .createPdf({
      info: { title: `Invoice ${number}` },
      pageSize: "A4",
      defaultStyle: { font: "Archivo", fontSize: 10 },
      content: [
        { text: "Invoice", fontSize: 84, bold: true },
        `Nº ${number}`,
        customer,
        {
          table: { headerRows: 1, widths: ["*", 70, 70], body: [["Item", "Hours", "NOK"], ...rows] },
          layout: "lightHorizontalLines",
        },
        { text: total, fontSize: 40, bold: true, alignment: "right" },
      ],
    })
    .getBuffer();
}
