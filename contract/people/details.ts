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

/** The labels of the texts in details, by meaning: the sender, and sections of a CV written as text. */
export const DETAIL_TEXTS: Readonly<Record<string, string>> = {
  "sender.name": "Name",
  "sender.profession": "Profession",
  "sender.organisation": "Organisation",
  "sender.legal_name": "Full legal name",
  "sender.tagline": "Motto",
  "sender.street": "Street",
  "sender.postcode": "Postcode",
  "sender.town": "Town",
  "sender.country": "Country",
  "sender.address": "Address",
  "sender.email": "E-mail",
  "sender.phone": "Phone",
  "sender.website": "Website",
  "sender.code": "Code",
  "sender.contact": "Contact",
  "sender.tax_id": "Tax number",
  "sender.company_id": "Register number",
  "sender.legal": "Registration and bank",
  "sender.iban": "IBAN",
  "sender.bic": "BIC",
  "sender.bank": "Bank",
  "sender.logo": "Logo",
  "sender.photo": "Photo",
  "sender.signature": "Signature",
  "sender.about": "About",
  "cv.education": "Training",
  "cv.projects_title": "What you call your projects",
  "cv.skills": "Skills",
  "cv.languages": "Languages",
  "cv.references": "References",
  "cv.awards": "Awards",
  "cv.certificates": "Certificates",
  "cv.interests": "Interests",
};

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
export const DETAIL_LISTS: Readonly<
  Record<string, { label: string; keys: Readonly<Record<string, string>> }>
> = {
  work: {
    label: "Work",
    keys: {
      position: "Position",
      organisation: "Employer",
      from: "From",
      to: "To",
      years: "Years",
      text: "What you did",
      tools: "Tools used",
    },
  },
  education: {
    label: "Education",
    keys: {
      study: "Degree or course",
      institution: "School",
      from: "From",
      to: "To",
      years: "Years",
      text: "Thesis or remark",
    },
  },
  projects: {
    label: "Projects",
    keys: { name: "Project", years: "Year", text: "In one line", tools: "Tools used" },
  },
  publications: { label: "Publications", keys: { title: "Title", text: "Published in", year: "Year" } },
  awards: { label: "Awards", keys: { title: "Award", text: "What for", year: "Year" } },
  skills: { label: "Skills in groups", keys: { name: "Group of skills", keywords: "Skills" } },
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
    if (!Object.hasOwn(DETAIL_TEXTS, name)) return [`"${shorten(name)}" is not a field of details.`];
    const problem = isPicture(name) ? problemOfPicture(name, value) : problemOfText(name, value);
    if (problem) return [problem];
    if (typeof value === "string" && value.trim() !== "") into[name] = value;
    return [];
  });
}

function readLists(given: unknown, into: Record<string, MeaningRow[]>): string[] {
  if (!isPlain(given)) return ["The lists of details have to be an object of lists by name."];
  return Object.entries(given).flatMap(([name, rows]) => {
    const keys = Object.hasOwn(DETAIL_LISTS, name) ? DETAIL_LISTS[name]?.keys : undefined;
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

function readRow(
  list: string,
  row: unknown,
  keys: Readonly<Record<string, string>>,
  problems: string[],
): MeaningRow {
  const kept: MeaningRow = {};
  if (!isPlain(row)) {
    problems.push(`A row of "${list}" has to be an object of texts.`);
    return kept;
  }
  for (const [key, value] of Object.entries(row)) {
    const name = `${list}[].${shorten(key)}`;
    const problem = Object.hasOwn(keys, key)
      ? problemOfText(name, value)
      : `"${name}" is not a field of details.`;
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
