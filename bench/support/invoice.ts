/** The invoice of every maker: the parts of the Quarto template, with new text and sums each time. */
export type Invoice = {
  data: {
    number: string;
    issued: string;
    due: string;
    project: string;
    from: { name: string; address: string; tax_id: string };
    to: { name: string; attention: string; address: string };
    currency: string;
    unit: string;
    items: { description: string; detail: string; quantity: string; price: string }[];
    tax_rate: string;
    payment: { account: string; reference: string };
  };
  /** As Typecase prints them; the other makers can't compute them. */
  dates: { issued: string; due: string };
  amounts: string[];
  subtotal: string;
  tax: string;
  total: string;
};

const font = (name: string) =>
  new URL(`../../node_modules/@expo-google-fonts/archivo/${name}`, import.meta.url);
export const REGULAR = font("400Regular/Archivo_400Regular.ttf");
export const BOLD = font("700Bold/Archivo_700Bold.ttf");
export const EXTRA_BOLD = font("800ExtraBold/Archivo_800ExtraBold.ttf");
export const ACCENT = "#e8341c";
export const INK = "#0f1115";
export const QUIET = "#62656c";

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
  const sums = items.map(({ quantity, price }) => Number(quantity) * Number(price));
  const subtotal = sums.reduce((sum, each) => sum + each, 0);
  return {
    data: {
      number: `2026-${serial}`,
      issued: "2026-11-03",
      due: "2026-11-17",
      project: `“Nordlys” exhibition, part ${serial}`,
      from: { name: "Field & Frame", address: "Brugata 14\n0186 Tønsvik", tax_id: "NO 914 227 603 MVA" },
      to: {
        name: `Solberg Kunsthall ${serial}`,
        attention: "Att. Ingrid Vassmo",
        address: "Havnegata 3\n4608 Larnes",
      },
      currency: "NOK",
      unit: "Hours",
      items,
      tax_rate: "25",
      payment: { account: "1503 44 20917", reference: `${serial} 2026` },
    },
    dates: { issued: "3 November 2026", due: "17 November 2026" },
    amounts: sums.map(show),
    subtotal: show(subtotal),
    tax: show(subtotal / 4),
    total: show(subtotal * 1.25),
  };
}

const figures = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function show(amount: number): string {
  return figures.format(amount);
}
