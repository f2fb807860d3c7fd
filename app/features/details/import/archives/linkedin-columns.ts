import { MAX_DETAILS_ROWS } from "../../../../../contract/limits.ts";
import { readCsv } from "../../../../lib/browser/text-file.ts";

/**
 * What LinkedIn's files and columns are called. The columns are English, also in exports of people who use it in French, Spanish
 * or German, in all known examples. Some unambiguous German names are accepted too. The meaning of an unknown column is never
 * guessed from its position: it is reported as not understood.
 */
const FILES = {
  profile: ["profile", "profil"],
  emails: ["email addresses", "emailaddresses", "e-mail-adressen"],
  phones: ["phonenumbers", "phone numbers", "telefonnummern"],
  positions: ["positions", "positionen", "berufserfahrung"],
  education: ["education", "ausbildung"],
  skills: ["skills", "kenntnisse", "fähigkeiten"],
  languages: ["languages", "sprachen"],
  certifications: ["certifications", "zertifikate", "bescheinigungen"],
  honors: ["honors", "honours", "auszeichnungen"],
  projects: ["projects", "projekte"],
  publications: ["publications", "veröffentlichungen"],
} as const;
export type KnownFile = keyof typeof FILES;
const KNOWN = Object.keys(FILES).filter((name): name is KnownFile => name in FILES);

const COLUMNS = {
  firstName: ["first name", "vorname"],
  lastName: ["last name", "nachname"],
  headline: ["headline", "profilslogan", "slogan"],
  summary: ["summary", "zusammenfassung", "info"],
  address: ["address", "adresse"],
  zip: ["zip code", "postleitzahl", "plz"],
  place: ["geo location", "location", "standort", "ort"],
  websites: ["websites", "webseiten"],
  email: ["email address", "e-mail-adresse"],
  primary: ["primary", "primär", "hauptadresse"],
  number: ["number", "nummer", "telefonnummer"],
  extension: ["extension", "durchwahl"],
  company: ["company name", "company", "unternehmen", "firmenname", "name des unternehmens"],
  title: ["title", "titel", "position", "jobbezeichnung"],
  description: ["description", "beschreibung"],
  from: ["started on", "start date", "begonnen am", "startdatum", "beginn"],
  to: ["finished on", "end date", "beendet am", "enddatum", "ende"],
  school: ["school name", "schule", "name der schule", "hochschule"],
  degree: ["degree name", "abschluss"],
  field: ["field of study", "studienfach"],
  notes: ["notes", "notizen", "anmerkungen"],
  activities: ["activities", "aktivitäten"],
  name: ["name", "bezeichnung"],
  proficiency: ["proficiency", "sprachkenntnisse", "niveau"],
  authority: ["authority", "aussteller", "organisation"],
  issued: ["issued on", "ausgestellt am"],
  published: ["published on", "veröffentlicht am"],
  publisher: ["publisher", "verlag", "herausgeber"],
} as const;
type Column = keyof typeof COLUMNS;

/** Required columns: if one is missing, the columns are in an unknown language. */
const NEEDED: Record<KnownFile, readonly Column[]> = {
  profile: ["firstName", "lastName"],
  emails: ["email"],
  phones: ["number"],
  positions: ["company", "title"],
  education: ["school"],
  skills: ["name"],
  languages: ["name"],
  certifications: ["name"],
  honors: ["title"],
  projects: ["title"],
  publications: ["name"],
};

export type Cells = (column: Column) => string;

export function fileOf(name: string): KnownFile | undefined {
  return KNOWN.find((kind) => FILES[kind].some((each) => each === name));
}

const MAX_LINES = 2_000; // far more than a list may have

const MAX_NOTES = 8; // lines before the columns, in which LinkedIn describes a file

type Read = {
  rows: Cells[];
  /** Unused columns that have values. */
  unread(): string[];
  /** The names of the columns, when what the file is about is not among them. */
  unknown: string[] | undefined;
};

/** The rows of a file, each as a question for one of its columns; entities, which LinkedIn leaves in texts, are resolved. */
export function readRows(kind: KnownFile, text: string): Read {
  const all = readCsv(text, MAX_LINES).filter((cells) => cells.some((cell) => cell.trim() !== ""));
  const at = all.slice(0, MAX_NOTES).findIndex((cells) => isHead(kind, cells));
  const [head = [], ...lines] = all.slice(Math.max(0, at));
  const names = head.map(plainColumn);
  const read = new Set<number>();
  const indexOf = (column: Column) => indexIn(names, column);
  const rows = lines.slice(0, MAX_DETAILS_ROWS * 5).map(
    (cells): Cells =>
      (column) => {
        const index = indexOf(column);
        read.add(index);
        return resolveEntities(cells[index] ?? "");
      },
  );
  const unread = () => head.filter((_, index) => !read.has(index) && lines[0]?.[index]?.trim());
  return { rows, unread, unknown: at < 0 && head.length > 0 ? head : undefined };
}

function plainColumn(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

/** By the first of its names that is there. */
function indexIn(names: readonly string[], column: Column): number {
  return COLUMNS[column].map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1;
}

function isHead(kind: KnownFile, cells: readonly string[]): boolean {
  const names = cells.map(plainColumn);
  return NEEDED[kind].every((column) => indexIn(names, column) >= 0);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function resolveEntities(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,6}));/g, (whole, name, code) => {
    if (name) return ENTITIES[name] ?? whole;
    const point = Number(code);
    return point > 31 && point < 0xd800 ? String.fromCodePoint(point) : whole;
  });
}
