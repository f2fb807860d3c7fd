import {
  MAX_DETAILS_LABEL,
  MAX_DETAILS_PICTURE,
  MAX_DETAILS_ROWS,
  MAX_DETAILS_TEXT,
  MAX_DETAILS_WORDS_BYTES,
} from "../limits.ts";

/**
 * Words by what they mean. Texts have the name of their meaning ("sender.name"); rows have that of their list, and in them what
 * follows it (`work`: [{ position, organisation }] for `work[].position`). A picture is what a field of pictures holds.
 */
export type MeantRow = Record<string, string>;
export type MeantWords = { texts: Record<string, string>; lists: Record<string, MeantRow[]> };

/** One sender: what a person has typed once and new documents start with. */
export type DetailsSet = { id: string; label: string; isDefault: boolean; words: MeantWords; rev: number };

export const NO_WORDS: MeantWords = { texts: {}, lists: {} };

/** What details can hold, by meaning: the sender, and in words what a CV has beside its lists. */
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

/** Who somebody is and how one reaches them: what a card is made of, and what a program looks for first in a CV. */
export const WHO_AND_WHERE = [
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

/** The lists of somebody's path, and what a row of each can say. */
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

/** Whether there is anything in them. */
export function hasWords({ texts, lists }: MeantWords): boolean {
  return Object.keys(texts).length > 0 || Object.keys(lists).length > 0;
}

/**
 * Words from outside: a request, what a browser kept, a file. What is blank is absent; what can't be kept is left out, and
 * `problems` says in a sentence each what it was and what is allowed.
 */
export function readWords(value: unknown): { words: MeantWords; problems: string[] } {
  const words: MeantWords = { texts: {}, lists: {} };
  if (!isPlain(value)) return { words, problems: ["Details are an object with texts and lists."] };
  const problems = [
    ...Object.keys(value)
      .filter((name) => name !== "texts" && name !== "lists")
      .map((name) => `"${shorten(name)}" is neither texts nor lists.`),
    ...readTexts(value.texts ?? {}, words.texts),
    ...readLists(value.lists ?? {}, words.lists),
  ];
  const bytes = bytesOfWords(words);
  if (bytes <= MAX_DETAILS_WORDS_BYTES) return { words, problems };
  return {
    words: { texts: {}, lists: {} },
    problems: [
      ...problems,
      `All words of one sender are ${bytes} bytes; at most ${MAX_DETAILS_WORDS_BYTES} are kept, pictures not counted.`,
    ],
  };
}

/** What one sender is called; undefined when it can't be called so. */
export function readLabel(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const label = value.trim().replace(/\s+/g, " ");
  return label !== "" && [...label].length <= MAX_DETAILS_LABEL ? label : undefined;
}

function readTexts(given: unknown, into: Record<string, string>): string[] {
  if (!isPlain(given)) return ["The texts of details are an object of texts by meaning."];
  return Object.entries(given).flatMap(([name, value]) => {
    if (!Object.hasOwn(DETAIL_TEXTS, name)) return [`"${shorten(name)}" is nothing that details hold.`];
    const problem = isPicture(name) ? problemOfPicture(name, value) : problemOfText(name, value);
    if (problem) return [problem];
    if (typeof value === "string" && value.trim() !== "") into[name] = value;
    return [];
  });
}

function readLists(given: unknown, into: Record<string, MeantRow[]>): string[] {
  if (!isPlain(given)) return ["The lists of details are an object of lists by name."];
  return Object.entries(given).flatMap(([name, rows]) => {
    const keys = Object.hasOwn(DETAIL_LISTS, name) ? DETAIL_LISTS[name]?.keys : undefined;
    if (!keys) return [`"${shorten(name)}" is no list that details hold.`];
    if (!Array.isArray(rows)) return [`"${name}" is a list of rows.`];
    const problems: string[] = [];
    if (rows.length > MAX_DETAILS_ROWS)
      problems.push(`"${name}" has ${rows.length} rows; at most ${MAX_DETAILS_ROWS} are kept.`);
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
): MeantRow {
  const kept: MeantRow = {};
  if (!isPlain(row)) {
    problems.push(`A row of "${list}" is an object of texts.`);
    return kept;
  }
  for (const [key, value] of Object.entries(row)) {
    const name = `${list}[].${shorten(key)}`;
    const problem = Object.hasOwn(keys, key)
      ? problemOfText(name, value)
      : `"${name}" is nothing that details hold.`;
    if (problem) problems.push(problem);
    else if (typeof value === "string" && value.trim() !== "") kept[key] = value;
  }
  return kept;
}

function problemOfText(name: string, value: unknown): string | undefined {
  if (value === null) return undefined;
  if (typeof value !== "string") return `"${name}" is a text.`;
  // A database of one kind or the other takes neither.
  if (value.includes("\0") || !value.isWellFormed()) return `"${name}" has a character that can't be kept.`;
  const length = [...value].length;
  return length > MAX_DETAILS_TEXT
    ? `"${name}" is ${length} characters long; at most ${MAX_DETAILS_TEXT} are kept.`
    : undefined;
}

const PICTURE = /^data:image\/(png|jpeg|webp|gif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

function problemOfPicture(name: string, value: unknown): string | undefined {
  if (value === null || value === "") return undefined;
  if (typeof value !== "string") return `"${name}" is a picture as a data URL.`;
  if (value.length > MAX_DETAILS_PICTURE)
    return `"${name}" is ${value.length} characters long as a data URL; at most ${MAX_DETAILS_PICTURE} are kept.`;
  return PICTURE.test(value) ? undefined : `"${name}" is a picture as a data URL in base64.`;
}

function bytesOfWords({ texts, lists }: MeantWords): number {
  const written = Object.entries(texts).filter(([name]) => !isPicture(name));
  return new TextEncoder().encode(JSON.stringify([Object.fromEntries(written), lists])).length;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shorten(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
