import type { Job, KitFile } from "../protocol.ts";

const PLAIN = `#set document(title: "Warm")
#set text(font: "Inter")
= Warm
#table(columns: 2)[a][1.00]`;
const WITH_KIT = `#import "/kit/kit.typ": *
#show: setup.with(title: "{name}")
#head(1, field("name"))
#prose("text")
#table(columns: 2, ..each("rows").map(row => (field(row, "name"), money(number(row, "price")))).flatten())`;
const DATA = { name: "Warm", text: "Up.", rows: [{ name: "a", price: "1" }] };

/** Once through every road, so that the first person does not pay for the compiler's own start, nor for the kit's. */
export function warmUps(kit: KitFile[]): Job[] {
  const source = kit.some((file) => file.path === "/kit/kit.typ") ? WITH_KIT : PLAIN;
  const words = JSON.stringify(DATA);
  const roads: [Job["kind"], mode: string][] = [
    ["pdf", "final"],
    ["pages", "preview"],
    ["pages", "sample"],
  ];
  return roads.map(([kind, mode]) => ({
    kind,
    source,
    inputs: { data: words, sample: words, theme: "{}", mode },
    pictures: [],
    maxPages: 1,
  }));
}
