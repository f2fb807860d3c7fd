import { readFileSync } from "node:fs";
import { ACCENT, BOLD, EXTRA_BOLD, INK, type Invoice, QUIET, REGULAR } from "./invoice.ts";

/** The invoice for a browser to print: the same parts, sizes, rules and typeface as the template's page. */

const face = (weight: number, file: URL) =>
  `@font-face { font-family: Archivo; font-weight: ${weight}; src: url(data:font/ttf;base64,${readFileSync(file).toString("base64")}) }`;

const HEAD = `<meta charset="utf-8"><style>
${face(400, REGULAR)}
${face(700, BOLD)}
${face(800, EXTRA_BOLD)}
@page { size: A4; margin: 15mm 16mm 20mm }
body { print-color-adjust: exact; font: 10pt/1.25 Archivo; color: ${INK}; margin: 0; font-variant-numeric: tabular-nums;
  height: 258mm; display: flex; flex-direction: column }
.head, .title, .pay { display: flex; justify-content: space-between }
.head { font-size: 9pt; font-weight: 700; margin-bottom: 13mm }
h1 { font-size: 112pt; line-height: 0.7; font-weight: 800; letter-spacing: -0.055em; margin: 0 0 0 -1.4mm }
.dot { width: 30mm; height: 30mm; border-radius: 50%; background: ${ACCENT} }
hr { border: 0; border-top: 1.6pt solid ${INK}; margin: 0; width: 100% }
.title { align-items: flex-end; margin-bottom: 13mm }
.parties { display: grid; grid-template-columns: repeat(4, 1fr); gap: 5mm; margin: 1.5mm 0 14mm; white-space: pre-line }
.label, .detail { color: ${QUIET} } .label { font-size: 8pt; display: block } .detail { font-size: 9pt }
table { width: 100%; border-collapse: collapse; border-bottom: 0.5pt solid }
th { font: 8pt Archivo; color: ${QUIET}; border: solid; border-width: 0.5pt 0 } td, th { text-align: left; padding: 3.5mm 0; vertical-align: top }
tr + tr td { border-top: 0.3pt solid #bebebe } .n { text-align: right }
.sums { display: grid; grid-template-columns: 1fr 1fr auto; row-gap: 2mm; margin: auto 0 3.4mm }
.sums > :nth-child(3n + 1) { grid-column: 2 } .pay { margin-top: 2mm } .pay p { margin: 0 0 2.6mm }
.total { font-size: 54pt; line-height: 0.8; font-weight: 800; letter-spacing: -0.04em; margin-top: 3mm }
</style>`;

/** A whole document, as a program would pass it to a browser. */
export function invoiceDocument(invoice: Invoice): string {
  return `<!doctype html><html lang="en"><head><title>Invoice ${invoice.data.number}</title>${HEAD}</head><body>${invoiceBody(invoice)}</body></html>`;
}

/** Only its text, to insert into a page that is already open. */
export function invoiceBody({ data, dates, amounts, subtotal, tax, total }: Invoice): string {
  const rows = data.items.map(
    ({ description, detail, quantity }, index) =>
      `<tr><td class="detail">${index + 1}</td><td><b>${description}</b><br><span class="detail">${detail}</span></td>` +
      `<td class="n">${quantity}</td><td class="n">${amounts[index]}</td></tr>`,
  );
  const { from, to, payment } = data;
  return `<div class="head"><span>${from.name.replace("&", "&amp;")}</span><span>Nº ${data.number}</span></div>
<div class="title"><h1>Invoice</h1><div class="dot" aria-hidden="true"></div></div><hr>
<div class="parties"><div><span class="label">From</span>${from.name.replace("&", "&amp;")}\n${from.address}\n${from.tax_id}</div>
<div><span class="label">Bill to</span><b>${to.name}</b>\n${to.attention}\n${to.address}</div>
<div><span class="label">Issued</span>${dates.issued}<span class="label">Due</span>${dates.due}</div>
<div><span class="label">Project</span>${data.project}</div></div>
<table><thead><tr><th></th><th>Item</th><th class="n">${data.unit}</th><th class="n">${data.currency}</th></tr></thead><tbody>${rows.join("")}</tbody></table>
<div class="sums"><span>Subtotal</span><span class="n">${subtotal}</span><i></i><span>VAT ${data.tax_rate}%</span><span class="n">${tax}</span></div><hr>
<div class="pay"><div><p><span class="label">Pay to</span>${payment.account}</p><p><span class="label">Reference</span>${payment.reference}</p></div>
<div class="n"><span class="label">Total due, ${data.currency}</span><div class="total">${total}</div></div></div>`;
}
