import { readFileSync } from "node:fs";

/** The invoice every maker makes, with new words each time. */
export type Invoice = {
  number: string;
  customer: string;
  items: { description: string; detail: string; quantity: string; price: string }[];
  total: string;
};

const font = (name: string) =>
  new URL(`../../node_modules/@expo-google-fonts/archivo/${name}`, import.meta.url);
export const REGULAR = font("400Regular/Archivo_400Regular.ttf");
export const BOLD = font("800ExtraBold/Archivo_800ExtraBold.ttf");

const WORK = [
  "Wayfinding system",
  "Catalogue, 96 pages",
  "Opening poster, A1",
  "Press check",
  "Floor plans",
  "Signage",
];

export function anInvoice(serial: number): Invoice {
  const items = WORK.map((description, index) => ({
    description,
    detail: `Round ${serial % 97}, part ${index + 1}`,
    quantity: String(((serial + index) % 40) + 1),
    price: ((serial * 7 + index * 1_150) % 90_000).toFixed(2),
  }));
  const total = items.reduce((sum, { quantity, price }) => sum + Number(quantity) * Number(price), 0);
  return {
    number: `2026-${serial}`,
    customer: `Solberg Kunsthall ${serial}`,
    items,
    total: total.toFixed(2),
  };
}

const embed = (file: URL) => `url(data:font/ttf;base64,${readFileSync(file).toString("base64")})`;

/** For the browser: the page stays open, only its words change. */
export const INVOICE_PAGE = `<!doctype html><html lang="en"><head><title>Invoice</title><style>
@font-face { font-family: Archivo; font-weight: 400; src: ${embed(REGULAR)} }
@font-face { font-family: Archivo; font-weight: 800; src: ${embed(BOLD)} }
@page { size: A4; margin: 16mm } body { font: 10pt Archivo; margin: 0 } h1 { font-size: 84pt; font-weight: 800; margin: 0 }
table { width: 100%; border-collapse: collapse } td, th { text-align: left; border-bottom: 0.5pt solid; padding: 4pt 0 }
.total { font-size: 40pt; font-weight: 800; text-align: right }
</style></head><body></body></html>`;

export function invoiceMarkup({ number, customer, items, total }: Invoice): string {
  const rows = items.map(
    ({ description, detail, quantity, price }) =>
      `<tr><td><b>${description}</b><br>${detail}</td><td>${quantity}</td><td>${price}</td></tr>`,
  );
  return `<h1>Invoice</h1><p>Nº ${number}</p><p>${customer}</p>
<table><thead><tr><th>Item</th><th>Hours</th><th>NOK</th></tr></thead><tbody>${rows.join("")}</tbody></table>
<p class="total">${total}</p>`;
}
