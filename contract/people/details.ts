import {
  MAX_DETAILS_BYTES,
  MAX_DETAILS_LABEL,
  MAX_DETAILS_PICTURE,
  MAX_DETAILS_ROWS,
  MAX_DETAILS_TEXT,
} from "../limits.ts";
import { type Text, textFor } from "../texts/text.ts";

/**
 * Values by meaning. A text is stored under its meaning ("sender.name"), the rows of a list under the list's name, with the rest of
 * the meaning as key (`work`: [{ position, organisation }] for `work[].position`). A picture is a data URL.
 */
export type MeaningRow = Record<string, string>;
export type MeaningValues = { texts: Record<string, string>; lists: Record<string, MeaningRow[]> };

/** One sender: values that a person enters once and new documents start with. */
export type DetailsSet = {
  id: string;
  label: string;
  isDefault: boolean;
  values: MeaningValues;
  rev: number;
};

export const NO_VALUES: MeaningValues = { texts: {}, lists: {} };

/** The texts in details, by meaning: the sender, and sections of a CV written as text. */
export const DETAIL_TEXTS: readonly string[] = [
  "sender.name",
  "sender.profession",
  "sender.organisation",
  "sender.legal_name",
  "sender.tagline",
  "sender.street",
  "sender.postcode",
  "sender.town",
  "sender.country",
  "sender.address",
  "sender.email",
  "sender.phone",
  "sender.website",
  "sender.code",
  "sender.contact",
  "sender.tax_id",
  "sender.company_id",
  "sender.vat_id",
  "sender.tax_number",
  "sender.electronic_address",
  "sender.contact_name",
  "sender.legal",
  "sender.iban",
  "sender.bic",
  "sender.bank",
  "sender.logo",
  "sender.photo",
  "sender.signature",
  "sender.about",
  "cv.education",
  "cv.projects_title",
  "cv.skills",
  "cv.languages",
  "cv.references",
  "cv.awards",
  "cv.certificates",
  "cv.interests",
];

/** Name and contact data: the content of a vCard, and what programs look for first in a CV. */
export const CONTACT_MEANINGS = [
  "sender.name",
  "sender.profession",
  "sender.email",
  "sender.phone",
  "sender.website",
  "sender.street",
  "sender.postcode",
  "sender.town",
  "sender.country",
  "sender.address",
] as const;

export const DETAIL_PICTURES = ["sender.logo", "sender.photo", "sender.signature"] as const;

/** The lists in details, and the columns of each. */
export const DETAIL_LISTS: Readonly<Record<string, readonly string[]>> = {
  work: ["position", "organisation", "from", "to", "years", "text", "tools"],
  education: ["study", "institution", "from", "to", "years", "text"],
  projects: ["name", "years", "text", "tools"],
  publications: ["title", "text", "year"],
  awards: ["title", "text", "year"],
  skills: ["name", "keywords"],
};

export function isPicture(meaning: string): boolean {
  return DETAIL_PICTURES.some((name) => name === meaning);
}

export function hasValues({ texts, lists }: MeaningValues): boolean {
  return Object.keys(texts).length > 0 || Object.keys(lists).length > 0;
}

/**
 * Reads values from a request, a browser's storage or a file. Blank values are dropped; invalid ones are left out and reported in
 * `problems`, one sentence each.
 */
export function readValues(value: unknown): { values: MeaningValues; problems: Text[] } {
  const values: MeaningValues = { texts: {}, lists: {} };
  if (!isPlain(value)) return { values, problems: [textFor("details_shape")] };
  const problems = [
    ...Object.keys(value)
      .filter((name) => name !== "texts" && name !== "lists")
      .map((name) => textFor("details_part", { name: shorten(name) })),
    ...readTexts(value.texts ?? {}, values.texts),
    ...readLists(value.lists ?? {}, values.lists),
  ];
  const bytes = valuesBytes(values);
  if (bytes <= MAX_DETAILS_BYTES) return { values, problems };
  return {
    values: { texts: {}, lists: {} },
    problems: [...problems, textFor("details_bytes", { bytes, limit: MAX_DETAILS_BYTES })],
  };
}

/** The name of a sender; undefined if it is blank or too long. */
export function readLabel(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const label = value.trim().replace(/\s+/g, " ");
  return label !== "" && [...label].length <= MAX_DETAILS_LABEL ? label : undefined;
}

function readTexts(given: unknown, into: Record<string, string>): Text[] {
  if (!isPlain(given)) return [textFor("details_texts")];
  return Object.entries(given).flatMap(([name, value]) => {
    if (!DETAIL_TEXTS.includes(name)) return [textFor("details_unknown_field", { name: shorten(name) })];
    const problem = isPicture(name) ? problemOfPicture(name, value) : problemOfText(name, value);
    if (problem) return [problem];
    if (typeof value === "string" && value.trim() !== "") into[name] = value;
    return [];
  });
}

function readLists(given: unknown, into: Record<string, MeaningRow[]>): Text[] {
  if (!isPlain(given)) return [textFor("details_lists")];
  return Object.entries(given).flatMap(([name, rows]) => {
    const keys = Object.hasOwn(DETAIL_LISTS, name) ? DETAIL_LISTS[name] : undefined;
    if (!keys) return [textFor("details_unknown_list", { name: shorten(name) })];
    if (!Array.isArray(rows)) return [textFor("details_rows", { name })];
    const problems: Text[] = [];
    if (rows.length > MAX_DETAILS_ROWS)
      problems.push(textFor("details_too_many_rows", { name, count: rows.length, limit: MAX_DETAILS_ROWS }));
    const readable = rows.slice(0, MAX_DETAILS_ROWS).map((row) => readRow(name, row, keys, problems));
    const filled = readable.filter((row) => Object.keys(row).length > 0);
    if (filled.length > 0) into[name] = filled;
    return problems;
  });
}

function readRow(list: string, row: unknown, keys: readonly string[], problems: Text[]): MeaningRow {
  const readable: MeaningRow = {};
  if (!isPlain(row)) {
    problems.push(textFor("details_row", { list }));
    return readable;
  }
  for (const [key, value] of Object.entries(row)) {
    const name = `${list}[].${shorten(key)}`;
    const problem = keys.includes(key)
      ? problemOfText(name, value)
      : textFor("details_unknown_field", { name });
    if (problem) problems.push(problem);
    else if (typeof value === "string" && value.trim() !== "") readable[key] = value;
  }
  return readable;
}

function problemOfText(name: string, value: unknown): Text | undefined {
  if (value === null) return undefined;
  if (typeof value !== "string") return textFor("details_text", { name });
  // PostgreSQL stores neither.
  if (value.includes("\0") || !value.isWellFormed()) return textFor("details_character", { name });
  const length = [...value].length;
  return length > MAX_DETAILS_TEXT
    ? textFor("details_too_long", { name, length, limit: MAX_DETAILS_TEXT })
    : undefined;
}

const PICTURE = /^data:image\/(png|jpeg|webp|gif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

function problemOfPicture(name: string, value: unknown): Text | undefined {
  if (value === null || value === "") return undefined;
  if (typeof value !== "string") return textFor("details_picture", { name });
  if (value.length > MAX_DETAILS_PICTURE)
    return textFor("details_picture_too_long", { name, length: value.length, limit: MAX_DETAILS_PICTURE });
  return PICTURE.test(value) ? undefined : textFor("details_picture_base64", { name });
}

function valuesBytes({ texts, lists }: MeaningValues): number {
  const written = Object.entries(texts).filter(([name]) => !isPicture(name));
  return new TextEncoder().encode(JSON.stringify([Object.fromEntries(written), lists])).length;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shorten(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
