import { MAX_DETAILS_ROWS } from "../../../../../contract/limits.ts";
import { readCsv } from "../../../../lib/text-file.ts";

/**
 * What LinkedIn's files and columns are called. They are English for most people; exports in German, and older or newer ones
 * with other names, are met, so every name has others beside it.
 */
export const FILES = {
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
export type Column = keyof typeof COLUMNS;

export type Cells = (column: Column) => string;

export function fileOf(name: string): KnownFile | undefined {
  return KNOWN.find((kind) => FILES[kind].some((each) => each === name));
}

const MOST_LINES = 2_000; // far more than a list may keep; the rest is counted by nobody

/** The rows of a file, each as a question for one of its columns; entities, which LinkedIn leaves in texts, are resolved. */
export function readRows(text: string): { rows: Cells[]; unread(): string[] } {
  const [head = [], ...lines] = readCsv(text, MOST_LINES).filter((cells) =>
    cells.some((cell) => cell.trim() !== ""),
  );
  const names = head.map((name) => name.trim().toLowerCase());
  const read = new Set<number>();
  const indexOf = (column: Column) => {
    for (const alias of COLUMNS[column]) {
      const index = names.indexOf(alias);
      if (index >= 0) return index;
    }
    return -1;
  };
  const rows = lines.slice(0, MAX_DETAILS_ROWS * 5).map(
    (cells): Cells =>
      (column) => {
        const index = indexOf(column);
        read.add(index);
        return resolveEntities(cells[index] ?? "");
      },
  );
  /** Columns that nobody has asked for, and that say something. */
  const unread = () => head.filter((_, index) => !read.has(index) && lines[0]?.[index]?.trim());
  return { rows, unread };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function resolveEntities(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,6}));/g, (whole, name, code) => {
    if (name) return ENTITIES[name] ?? whole;
    const point = Number(code);
    return point > 31 && point < 0xd800 ? String.fromCodePoint(point) : whole;
  });
}
