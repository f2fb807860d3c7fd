import { plural, t } from "@lingui/core/macro";
import { UnreadableFile, type ZipEntries } from "../../../../lib/batch/zip-entries.ts";
import { decodeText } from "../../../../lib/browser/text-file.ts";
import { formatList } from "../../../../lib/i18n/intl.ts";
import { listLabel, textLabel } from "../../detail-labels.ts";
import {
  type Collector,
  createCollector,
  formatValue,
  type ImportResult,
  joinTexts,
  WHY,
} from "../import-result.ts";
import { readPeriod, readYears } from "../partial-dates.ts";
import { type Cells, fileOf, type KnownFile, readRows } from "./linkedin-columns.ts";

/** LinkedIn's "copy of your data": one CSV for each kind of thing. What the archive holds about others is not opened. */

const REASONS: readonly (readonly [RegExp, () => string])[] = [
  [/^(connections|kontakte|imported ?contacts|importierte kontakte)/, WHY.others],
  [/^(invitations|einladungen|member_follows)/, WHY.others],
  [/^(recommendations|empfehlungen)/, () => t`written by other people`],
  [/^(messages|nachrichten|guide_messages|learning_coach)/, WHY.notOpened],
  [
    /^(ad_|ads |inferences|logins|registration|search|security|devices|receipts|registrierung)/,
    () => t`not about your work`,
  ],
];
const MAX_NAMED = 12; // of the files that are left alone
const SKILLS_IN_A_ROW = 8;

/** The name of each file in the archive, in any folder. */
export function findLinkedInFiles(names: readonly string[]): Map<KnownFile, string> {
  const found = new Map<KnownFile, string>();
  for (const name of names) {
    const kind = fileOf(plainName(name));
    if (kind && isCsv(name) && !found.has(kind)) found.set(kind, name);
  }
  return found;
}

export function readLinkedIn(zip: ZipEntries): ImportResult {
  const files = findLinkedInFiles(zip.names);
  const collector = createCollector();
  for (const [kind, name] of files) {
    const { rows, unread, unknown } = readRows(kind, decodeText(zip.readBytes(name) ?? new Uint8Array()));
    if (unknown) {
      collector.leave(baseName(name).slice(0, 60), formatUnknown(unknown));
      continue;
    }
    READERS[kind](rows, collector);
    if (kind === "profile")
      for (const column of unread()) collector.leave(column.slice(0, 60), WHY.noField());
  }
  const result = collector.done();
  const { texts, lists } = result.understood;
  if (Object.keys(texts).length === 0 && Object.keys(lists).length === 0)
    throw new UnreadableFile(
      [
        t`We didn’t find any of your details in ${{ files: formatList([...files.values()]) }}.`,
        ...result.left.slice(0, MAX_NAMED).map(({ what, why }) => t`${what}: ${{ reason: why }}.`),
      ].join(" "),
    );
  return { ...result, left: [...result.left, ...leaveFiles(zip.names, [...files.values()])] };
}

function formatUnknown(columns: readonly string[]): string {
  const named = formatList(
    columns.slice(0, 6).map((name) => name.trim().slice(0, 30)),
    "unit",
  );
  return t`the names of its columns aren’t LinkedIn’s English names (${{ columns: named }})`;
}

function leaveFiles(names: readonly string[], read: readonly string[]) {
  const others = names.filter((name) => !read.includes(name) && !name.endsWith("/"));
  const named = others
    .slice(0, MAX_NAMED)
    .map((name) => ({ what: baseName(name).slice(0, 60), why: whyNot(name) }));
  const more = others.length - named.length;
  return more > 0
    ? [...named, { what: plural(more, { one: "# more file", other: "# more files" }), why: WHY.notOpened() }]
    : named;
}

function whyNot(name: string): string {
  const reason =
    REASONS.find(([pattern]) => pattern.test(plainName(name)))?.[1] ??
    (isCsv(name) ? WHY.noField : WHY.notOpened);
  return reason();
}

const READERS: Record<KnownFile, (rows: readonly Cells[], collector: Collector) => void> = {
  profile: ([cells], collector) => cells && readProfile(cells, collector),
  emails: (rows, collector) => readPreferred(rows, "email", "sender.email", collector),
  phones: (rows, collector) => readPreferred(rows, "number", "sender.phone", collector),
  positions: (rows, collector) => {
    for (const cells of rows)
      collector.row("work", {
        position: cells("title"),
        organisation: joinTexts([cells("company"), cells("place")], ", "),
        ...readPeriod(cells("from"), cells("to"), collector, listLabel("work")),
        text: cells("description"),
      });
  },
  education: (rows, collector) => {
    for (const cells of rows)
      collector.row("education", {
        study: joinTexts([cells("degree"), cells("field")], ", "),
        institution: cells("school"),
        ...readPeriod(cells("from"), cells("to"), collector, listLabel("education")),
        text: joinTexts([cells("notes"), cells("activities")], "\n"),
      });
  },
  skills: readSkills,
  languages: (rows, { text }) => text("cv.languages", joinTexts(rows.map(writeLanguage), "\n")),
  certifications: (rows, collector) => {
    const lines = rows.map((cells) => writeCertificate(cells, collector));
    collector.text("cv.certificates", joinTexts(lines, "\n"));
  },
  honors: (rows, collector) => {
    for (const cells of rows)
      collector.row("awards", {
        title: cells("title"),
        text: cells("description"),
        year: readYears(cells("issued"), cells("issued"), collector, listLabel("awards")),
      });
  },
  projects: (rows, collector) => {
    for (const cells of rows)
      collector.row("projects", {
        name: cells("title"),
        years: readYears(cells("from"), cells("to"), collector, listLabel("projects")),
        text: cells("description"),
      });
  },
  publications: (rows, collector) => {
    for (const cells of rows)
      collector.row("publications", {
        title: cells("name"),
        text: joinTexts([cells("publisher"), cells("description")], "\n"),
        year: readYears(cells("published"), cells("published"), collector, listLabel("publications")),
      });
  },
};

function readProfile(cells: Cells, { text, leave }: Collector): void {
  text("sender.name", joinTexts([cells("firstName"), cells("lastName")], " "));
  text("sender.profession", cells("headline"));
  text("sender.about", cells("summary"));
  text("sender.postcode", cells("zip"));
  text("sender.address", cells("address"));
  const [town, ...around] = cells("place").split(",");
  text("sender.town", town);
  text("sender.country", around.at(-1));
  const [website, ...others] = readWebsites(cells("websites"));
  text("sender.website", website);
  for (const other of others)
    leave(formatValue(textLabel("sender.website"), other.slice(0, 60)), WHY.second());
}

/** The main one, or the first. */
function readPreferred(
  rows: readonly Cells[],
  column: "email" | "number",
  meaning: string,
  { text, leave }: Collector,
): void {
  const given = rows.filter((cells) => cells(column).trim() !== "");
  const taken = given.find((cells) => /^(yes|ja|true)$/i.test(cells("primary").trim())) ?? given[0];
  if (taken) text(meaning, taken(column));
  for (const cells of given.slice(0, 10))
    if (cells !== taken) leave(formatValue(textLabel(meaning), cells(column).slice(0, 60)), WHY.second());
}

/** One long list, in rows that a page has room for. */
function readSkills(rows: readonly Cells[], { row }: Collector): void {
  const names = rows.map((cells) => cells("name").trim()).filter((name) => name !== "");
  for (let at = 0; at < names.length; at += SKILLS_IN_A_ROW)
    row("skills", { keywords: names.slice(at, at + SKILLS_IN_A_ROW).join(", ") });
}

function writeLanguage(cells: Cells): string {
  const [name, how] = [cells("name").trim(), cells("proficiency").trim()];
  return name && how ? `${name} (${how})` : name;
}

function writeCertificate(cells: Cells, collector: Collector): string {
  const year = readYears(cells("from"), cells("from"), collector, textLabel("cv.certificates"));
  return joinTexts([cells("name"), cells("authority"), year], ", ");
}

/** `[PORTFOLIO:https://sorell.example,PERSONAL:https://…]` */
function readWebsites(text: string): string[] {
  return [...text.matchAll(/https?:\/\/[^\s,\]]+|(?<=[:[,]|^)[\w-]+(?:\.[\w-]+)+[^\s,\]]*/g)].map(
    ([address]) => address,
  );
}

function baseName(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

function plainName(name: string): string {
  return baseName(name)
    .normalize("NFC")
    .toLowerCase()
    .replace(/\.csv$/, "")
    .trim();
}

function isCsv(name: string): boolean {
  return name.toLowerCase().endsWith(".csv");
}
