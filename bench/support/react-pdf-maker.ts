import { fileURLToPath } from "node:url";
import {
  Circle,
  Document,
  Font,
  Page,
  renderToBuffer,
  StyleSheet,
  Svg,
  Text,
  View,
} from "@react-pdf/renderer";
import { createElement as h, type ReactNode } from "react";
import { ACCENT, anInvoice, BOLD, EXTRA_BOLD, INK, QUIET, REGULAR } from "./invoice.ts";

Font.register({
  family: "Archivo",
  fonts: [
    { src: fileURLToPath(REGULAR), fontWeight: 400 },
    { src: fileURLToPath(BOLD), fontWeight: 700 },
    { src: fileURLToPath(EXTRA_BOLD), fontWeight: 800 },
  ],
});
const styles = StyleSheet.create({
  page: { fontFamily: "Archivo", fontSize: 10, color: INK, padding: "42 45 57" },
  spread: { flexDirection: "row", justifyContent: "space-between" },
  head: { fontSize: 9, fontWeight: 700, marginBottom: 37 },
  title: { fontSize: 112, fontWeight: 800, letterSpacing: -6 },
  bar: { borderTopWidth: 1.6, marginBottom: 5 },
  column: { width: 115 },
  label: { fontSize: 8, color: QUIET },
  detail: { fontSize: 9, color: QUIET },
  bold: { fontWeight: 700 },
  row: { flexDirection: "row", borderBottomWidth: 0.3, paddingVertical: 10 },
  number: { width: 25, color: QUIET },
  wide: { flexGrow: 1 },
  right: { width: 96, textAlign: "right" },
  sums: { flexDirection: "row", justifyContent: "flex-end", marginVertical: 4 },
  total: { fontSize: 54, fontWeight: 800, letterSpacing: -2 },
});
type Style = (typeof styles)[keyof typeof styles];

const words = (style: Style | undefined, text: ReactNode) => h(Text, style ? { style } : {}, text);
const box = (style: Style | undefined, ...children: ReactNode[]) =>
  h(View, style ? { style } : {}, ...children);
const lines = (...texts: string[]) =>
  texts.flatMap((text) => text.split("\n")).map((text) => words(undefined, text));

export async function makePdf(serial: number): Promise<Uint8Array> {
  const { data, dates, amounts, subtotal, tax, total } = anInvoice(serial);
  const { from, to, payment } = data;
  const rows = data.items.map((item, index) =>
    box(
      styles.row,
      words(styles.number, index + 1),
      box(styles.wide, words(styles.bold, item.description), words(styles.detail, item.detail)),
      words(styles.right, item.quantity),
      words(styles.right, amounts[index]),
    ),
  );
  const page = h(
    Page,
    { size: "A4", style: styles.page },
    box(styles.spread, words(styles.head, from.name), words(styles.head, `Nº ${data.number}`)),
    box(
      styles.spread,
      words(styles.title, "Invoice"),
      h(Svg, { width: 85, height: 85 }, h(Circle, { cx: "42", cy: "42", r: "42", fill: ACCENT })),
    ),
    box(styles.bar),
    box(
      styles.spread,
      box(styles.column, words(styles.label, "From"), ...lines(from.name, from.address, from.tax_id)),
      box(
        styles.column,
        words(styles.label, "Bill to"),
        words(styles.bold, to.name),
        ...lines(to.attention, to.address),
      ),
      box(
        styles.column,
        words(styles.label, "Issued"),
        ...lines(dates.issued),
        words(styles.label, "Due"),
        ...lines(dates.due),
      ),
      box(styles.column, words(styles.label, "Project"), ...lines(data.project)),
    ),
    box(
      styles.row,
      words(styles.number, ""),
      box(styles.wide, words(styles.label, "Item")),
      words(styles.right, data.unit),
      words(styles.right, data.currency),
    ),
    ...rows,
    box(styles.sums, words(styles.wide, "Subtotal"), words(styles.right, subtotal)),
    box(styles.sums, words(styles.wide, `VAT ${data.tax_rate}%`), words(styles.right, tax)),
    box(styles.bar),
    box(
      styles.spread,
      box(
        styles.column,
        words(styles.label, "Pay to"),
        ...lines(payment.account),
        words(styles.label, "Reference"),
        ...lines(payment.reference),
      ),
      box(undefined, words(styles.label, `Total due, ${data.currency}`), words(styles.total, total)),
    ),
  );
  return renderToBuffer(h(Document, { title: `Invoice ${data.number}`, language: "en" }, page));
}
