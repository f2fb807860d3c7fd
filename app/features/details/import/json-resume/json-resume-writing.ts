import type { MeaningRow, MeaningValues } from "../../../../../contract/people/details.ts";
import { rowTextFor } from "../../../../../shared/filling/composed-values.ts";
import { joinTexts } from "../import-result.ts";
import { readDate } from "../partial-dates.ts";
import { type AddressParts, addressParts, countryCode, nameLeft, type Written } from "../written.ts";

const SCHEMA = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json";
const BASICS: Record<string, string> = {
  "sender.name": "name",
  "sender.profession": "label",
  "sender.photo": "image",
  "sender.email": "email",
  "sender.phone": "phone",
  "sender.website": "url",
  "sender.about": "summary",
};
const LOCATION: Record<keyof AddressParts, string> = {
  "sender.street": "address",
  "sender.postcode": "postalCode",
  "sender.town": "city",
  "sender.country": "country",
};
const IN_LINES = ["cv.languages", "cv.certificates", "cv.references", "cv.interests"];

/** Our own additions to the schema (`country`, `years` as text) are read back by us and ignored by others. */
export function writeJsonResume(values: MeaningValues): Written {
  const { texts, lists } = values;
  const address = addressParts(values);
  const location = { ...pick(address, LOCATION), countryCode: countryCode(address["sender.country"]) };
  /** Rows, or the lines of the text that has the same content. */
  const rowsOf = (list: string, write: (row: MeaningRow) => object) =>
    some((lists[list] ?? rowsFromText(list, texts)).map(write));
  const linesOf = (meaning: string, write: (line: string) => object) =>
    some(texts[meaning]?.split("\n").map(write));
  const resume = {
    $schema: SCHEMA,
    basics: {
      ...pick(texts, BASICS),
      ...(texts["sender.code"] ? { profiles: [{ network: "Code", url: texts["sender.code"] }] } : {}),
      ...(Object.keys(address).length > 0 ? { location } : {}),
    },
    work: rowsOf("work", ({ position, organisation, text, tools, ...row }) => ({
      name: organisation,
      position,
      ...writePeriod(row),
      summary: text,
      keywords: splitText(tools, ", "),
    })),
    education: rowsOf("education", ({ study, institution, text, ...row }) => ({
      institution,
      area: study,
      ...writePeriod(row),
      courses: splitText(text, "\n"),
    })),
    skills: rowsOf("skills", ({ name, keywords }) => ({ name, keywords: splitText(keywords, ", ") })),
    languages: linesOf("cv.languages", (line) => {
      const [, language, fluency] = /^(.*\S) \(([^()\s](?:[^()]*[^()\s])?)\)$/.exec(line) ?? [];
      return language ? { language, fluency } : { language: line };
    }),
    projects: rowsOf("projects", ({ name, years, text, tools }) => ({
      name,
      ...writeYears(years),
      description: text,
      keywords: splitText(tools, ", "),
    })),
    publications: rowsOf("publications", ({ title, text, year }) => ({
      name: title,
      publisher: text,
      ...writeYear("releaseDate", year),
    })),
    awards: rowsOf("awards", ({ title, text, year }) => ({
      title,
      summary: text,
      ...writeYear("date", year),
    })),
    certificates: linesOf("cv.certificates", (line) => ({ name: line })),
    interests: linesOf("cv.interests", (line) => ({ name: line })),
    references: linesOf("cv.references", (line) => ({ reference: line })),
    meta: { version: "v1.0.0" },
  };
  const inRows = Object.keys(AS_TEXT).map((list) => `cv.${list}`);
  const written = [
    ...Object.keys(BASICS),
    ...Object.keys(LOCATION),
    "sender.code",
    "sender.address",
    ...IN_LINES,
    ...inRows,
  ];
  return { text: `${JSON.stringify(resume, undefined, 2)}\n`, left: nameLeft(texts, written) };
}

/** Lists that a person may have as a text instead: what a line of it is in a row. */
const AS_TEXT: Record<string, string> = { skills: "keywords", awards: "title", education: "study" };

function rowsFromText(list: string, texts: Record<string, string>): MeaningRow[] {
  const key = AS_TEXT[list];
  const lines = key ? (texts[`cv.${list}`]?.split("\n") ?? []) : [];
  return lines.filter((line) => line.trim() !== "").map((line) => ({ [key ?? ""]: line.trim() }));
}

function pick(texts: Record<string, string>, places: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(places).flatMap(([name, key]) => (texts[name] === undefined ? [] : [[key, texts[name]]])),
  );
}

/** Dates where they are dates; other text next to them. */
function writePeriod({ from, to, years }: MeaningRow): Record<string, string | undefined> {
  const isDated = [from, to].every((date) => date === undefined || readDate(date) === date);
  return isDated
    ? { startDate: from, endDate: to, years }
    : { years: years ?? rowTextFor("years", { ...(from ? { from } : {}), ...(to ? { to } : {}) }) };
}

function writeYears(years: string | undefined): Record<string, string | undefined> {
  const [, from, to] = /^(\d{4})(?:–(?:(\d{4})|present)?)?$/.exec(years ?? "") ?? [];
  if (!from) return { years };
  return years === from ? { startDate: from, endDate: from } : { startDate: from, endDate: to };
}

function writeYear(key: string, year: string | undefined): Record<string, string | undefined> {
  return year && /^\d{4}$/.test(year) ? { [key]: year } : { year };
}

/** In parts if they can be read back unchanged; otherwise as one. */
function splitText(text: string | undefined, between: string): string[] | undefined {
  const parts = text?.split(between);
  return text === undefined || joinTexts(parts ?? [], between) === text ? parts : [text];
}

function some<T>(list: T[] | undefined): T[] | undefined {
  return list && list.length > 0 ? list : undefined;
}
