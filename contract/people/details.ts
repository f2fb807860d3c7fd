import {
  MAX_DETAILS_BYTES,
  MAX_DETAILS_LABEL,
  MAX_DETAILS_PICTURE,
  MAX_DETAILS_ROWS,
  MAX_DETAILS_TEXT,
} from "../limits.ts";

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
export function readValues(value: unknown): { values: MeaningValues; problems: string[] } {
  const values: MeaningValues = { texts: {}, lists: {} };
  if (!isPlain(value)) return { values, problems: ["Details have to be an object with texts and lists."] };
  const problems = [
    ...Object.keys(value)
      .filter((name) => name !== "texts" && name !== "lists")
      .map((name) => `"${shorten(name)}" is not allowed: details have texts and lists.`),
    ...readTexts(value.texts ?? {}, values.texts),
    ...readLists(value.lists ?? {}, values.lists),
  ];
  const bytes = valuesBytes(values);
  if (bytes <= MAX_DETAILS_BYTES) return { values, problems };
  return {
    values: { texts: {}, lists: {} },
    problems: [
      ...problems,
      `The details of one sender are ${bytes} bytes, pictures not counted; the limit is ${MAX_DETAILS_BYTES}.`,
    ],
  };
}

/** The name of a sender; undefined if it is blank or too long. */
export function readLabel(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const label = value.trim().replace(/\s+/g, " ");
  return label !== "" && [...label].length <= MAX_DETAILS_LABEL ? label : undefined;
}

function readTexts(given: unknown, into: Record<string, string>): string[] {
  if (!isPlain(given)) return ["The texts of details have to be an object of texts by meaning."];
  return Object.entries(given).flatMap(([name, value]) => {
    if (!DETAIL_TEXTS.includes(name)) return [`"${shorten(name)}" is not a field of details.`];
    const problem = isPicture(name) ? problemOfPicture(name, value) : problemOfText(name, value);
    if (problem) return [problem];
    if (typeof value === "string" && value.trim() !== "") into[name] = value;
    return [];
  });
}

function readLists(given: unknown, into: Record<string, MeaningRow[]>): string[] {
  if (!isPlain(given)) return ["The lists of details have to be an object of lists by name."];
  return Object.entries(given).flatMap(([name, rows]) => {
    const keys = Object.hasOwn(DETAIL_LISTS, name) ? DETAIL_LISTS[name] : undefined;
    if (!keys) return [`"${shorten(name)}" is not a list of details.`];
    if (!Array.isArray(rows)) return [`"${name}" has to be a list of rows.`];
    const problems: string[] = [];
    if (rows.length > MAX_DETAILS_ROWS)
      problems.push(`"${name}" has ${rows.length} rows; the limit is ${MAX_DETAILS_ROWS}.`);
    const kept = rows.slice(0, MAX_DETAILS_ROWS).map((row) => readRow(name, row, keys, problems));
    const filled = kept.filter((row) => Object.keys(row).length > 0);
    if (filled.length > 0) into[name] = filled;
    return problems;
  });
}

function readRow(list: string, row: unknown, keys: readonly string[], problems: string[]): MeaningRow {
  const kept: MeaningRow = {};
  if (!isPlain(row)) {
    problems.push(`A row of "${list}" has to be an object of texts.`);
    return kept;
  }
  for (const [key, value] of Object.entries(row)) {
    const name = `${list}[].${shorten(key)}`;
    const problem = keys.includes(key) ? problemOfText(name, value) : `"${name}" is not a field of details.`;
    if (problem) problems.push(problem);
    else if (typeof value === "string" && value.trim() !== "") kept[key] = value;
  }
  return kept;
}

function problemOfText(name: string, value: unknown): string | undefined {
  if (value === null) return undefined;
  if (typeof value !== "string") return `"${name}" has to be a text.`;
  // PostgreSQL stores neither.
  if (value.includes("\0") || !value.isWellFormed())
    return `"${name}" contains a character that can't be stored.`;
  const length = [...value].length;
  return length > MAX_DETAILS_TEXT
    ? `"${name}" is ${length} characters long; the limit is ${MAX_DETAILS_TEXT}.`
    : undefined;
}

const PICTURE = /^data:image\/(png|jpeg|webp|gif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

function problemOfPicture(name: string, value: unknown): string | undefined {
  if (value === null || value === "") return undefined;
  if (typeof value !== "string") return `"${name}" has to be a picture as a data URL.`;
  if (value.length > MAX_DETAILS_PICTURE)
    return `"${name}" is ${value.length} characters long as a data URL; the limit is ${MAX_DETAILS_PICTURE}.`;
  return PICTURE.test(value) ? undefined : `"${name}" has to be a picture as a base64 data URL.`;
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
