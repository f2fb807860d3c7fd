import { fileURLToPath } from "node:url";
import { Document, Font, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { createElement } from "react";
import { anInvoice, BOLD, REGULAR } from "./invoice.ts";

Font.register({
  family: "Archivo",
  fonts: [
    { src: fileURLToPath(REGULAR), fontWeight: 400 },
    { src: fileURLToPath(BOLD), fontWeight: 800 },
  ],
});
const styles = StyleSheet.create({
  page: { fontFamily: "Archivo", fontSize: 10, padding: 45 },
  title: { fontSize: 84, fontWeight: 800 },
  row: { flexDirection: "row", borderBottomWidth: 0.5, paddingVertical: 4 },
  wide: { flexGrow: 1 },
  narrow: { width: 70 },
  total: { fontSize: 40, fontWeight: 800, textAlign: "right" },
});

export async function makePdf(serial: number): Promise<Uint8Array> {
  const { number, customer, items, total } = anInvoice(serial);
  const rows = items.map((item) =>
    createElement(
      View,
      { key: item.description, style: styles.row },
      createElement(
        View,
        { style: styles.wide },
        createElement(Text, { style: { fontWeight: 800 } }, item.description),
        createElement(Text, {}, item.detail),
      ),
      createElement(Text, { style: styles.narrow }, item.quantity),
      createElement(Text, { style: styles.narrow }, item.price),
    ),
  );
  const page = createElement(
    Page,
    { size: "A4", style: styles.page },
    createElement(Text, { style: styles.title }, "Invoice"),
    createElement(Text, {}, `Nº ${number}`),
    createElement(Text, {}, customer),
    ...rows,
    createElement(Text, { style: styles.total }, total),
  );
  return renderToBuffer(createElement(Document, { title: `Invoice ${number}`, language: "en" }, page));
}
