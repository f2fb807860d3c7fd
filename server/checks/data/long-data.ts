import { type FieldSchema, orderedProperties } from "../../../contract/templates/template-file.ts";

/** Data that is hard on a layout, made from a template's sample and within the bounds of its schema. */

/** Marks above and below, and letters of neighbours. */
const ACCENTED = ["Müller", "Öberg", "Ångström", "Ģirts", "Łukasz", "Çağrı", "Ję"];
/** Two marks above and one below: the tallest letter. Not every typeface has it. */
export const HIGHEST = "Ệ";
export const LONG_IBAN = "MT84 MALT 0110 0001 2345 MTLC AST0 01S9 XY"; // 34 characters in groups of four
const LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitän"; // 42 letters
const UNBROKEN = `${LONG_WORD}${LONG_WORD}${LONG_WORD}Übergabeort`.slice(0, 136);

type Vary = (text: string, path: string[], field: FieldSchema & { type: "string" }) => string;

/** Doubles every text and every list, within the limits of the fields. */
export function doubledData(field: FieldSchema, sample: unknown): unknown {
  return longData(field, sample, repeatTwice, []);
}

/** As `doubledData`, with words of many accents in every text. */
export function accentedData(field: FieldSchema, sample: unknown, letters: readonly string[] = []): unknown {
  return longData(field, sample, accentWith([...ACCENTED.slice(0, 3), ...letters, ...ACCENTED.slice(3)]), []);
}

/** As `doubledData`, with words that can't break: 136 letters in a list, 42 elsewhere. */
export function unbrokenData(field: FieldSchema, sample: unknown): unknown {
  return longData(field, sample, unbreak, []);
}

/** Every text as long as its field allows and every list with as many rows: the most that a page can be asked for. */
export function longestData(field: FieldSchema, sample: unknown): unknown {
  if (field.type === "object") {
    const entries = orderedProperties(field).map(([name, inner]) => [
      name,
      longestData(inner, entry(sample, name)),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (field.type === "array") {
    const rows = Array.isArray(sample) && sample.length > 0 ? sample : [undefined];
    const count = field.maxItems ?? rows.length;
    return Array.from({ length: count }, (_, index) => longestData(field.items, rows[index % rows.length]));
  }
  if (field.type !== "string" || !isFreeText(field)) return sample;
  const length = field.maxLength ?? UNBROKEN.length;
  const gap = field["x-widget"] === "multiline" ? "\n\n" : " ";
  return `${[...ACCENTED, LONG_WORD].join(" ")}${gap}`.repeat(length).slice(0, length).trimEnd();
}

function longData(field: FieldSchema, sample: unknown, vary: Vary, path: string[]): unknown {
  if (sample === undefined) return undefined;
  if (field.type === "object") {
    const entries = orderedProperties(field).map(([name, inner]) => [
      name,
      longData(inner, entry(sample, name), vary, [...path, name]),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (field.type === "array" && Array.isArray(sample)) {
    const rows = [...sample, ...sample].slice(0, Math.max(sample.length, field.maxItems ?? Infinity));
    return rows.slice(0, field.maxItems).map((row) => longData(field.items, row, vary, [...path, "0"]));
  }
  if (field.type === "string" && typeof sample === "string" && isFreeText(field)) {
    return vary(sample, path, field).slice(0, field.maxLength).trimEnd();
  }
  return sample;
}

const repeatTwice: Vary = (text, _, field) => {
  const isProse = field["x-widget"] === "multiline" && text.includes("\n\n");
  return isProse ? `${text}\n\n${text}` : `${text} ${text}`;
};

/** Twice as long as the sample, in words with accents; lines stay lines. */
function accentWith(words: readonly string[]): Vary {
  return (text, path, field) => {
    if (isAccount(path)) return LONG_IBAN;
    const lines = repeatTwice(text, path, field).split("\n");
    const accented = lines.map((line) => {
      const parts = line.split(" ");
      return parts.map((part, index) => (part === "-" ? part : words[index % words.length])).join(" ");
    });
    return accented.join("\n");
  };
}

const unbreak: Vary = (_, path) => {
  if (isAccount(path)) return LONG_IBAN;
  return path.includes("0") ? UNBROKEN : LONG_WORD;
};

export function isAccount(path: readonly string[]): boolean {
  return ["account", "iban"].includes(path.at(-1) ?? "");
}

export function isFreeText(field: FieldSchema & { type: "string" }): boolean {
  if (field.enum || field.oneOf || field.format || field.pattern) return false;
  const widget = field["x-widget"];
  return widget === undefined || widget === "multiline";
}

function entry(sample: unknown, name: string): unknown {
  return typeof sample === "object" && sample !== null ? Reflect.get(sample, name) : undefined;
}
