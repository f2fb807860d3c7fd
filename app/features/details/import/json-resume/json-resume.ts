import { plural, t } from "@lingui/core/macro";
import { isRecord } from "../../../../../contract/templates/template-file.ts";
import { UnreadableFile } from "../../../../lib/batch/zip-entries.ts";
import { listLabel, textLabel } from "../../detail-labels.ts";
import {
  type Collector,
  cleanText,
  createCollector,
  formatValue,
  type ImportResult,
  joinTexts,
  WHY,
} from "../import-result.ts";
import { readPeriod, readYears } from "../partial-dates.ts";
import { isPictureAddress } from "../pictures.ts";

/** JSON Resume 1.0 (jsonresume.org): everything is optional, and values of another type are ignored. */

type Entry = Record<string, unknown>;

const SECTIONS = [
  "work",
  "volunteer",
  "education",
  "skills",
  "languages",
  "interests",
  "projects",
  "publications",
  "awards",
  "certificates",
  "references",
];
/** The properties read from each entry; it may have more. */
const KEYS: Record<string, readonly string[]> = {
  profiles: ["network", "username", "url"],
  work: [
    "name",
    "company",
    "location",
    "position",
    "startDate",
    "endDate",
    "years",
    "summary",
    "highlights",
    "keywords",
  ],
  volunteer: [
    "organization",
    "location",
    "position",
    "startDate",
    "endDate",
    "years",
    "summary",
    "highlights",
  ],
  education: ["institution", "studyType", "area", "startDate", "endDate", "years", "score", "gpa", "courses"],
  skills: ["name", "level", "keywords"],
  languages: ["language", "fluency"],
  interests: ["name", "keywords"],
  projects: ["name", "startDate", "endDate", "years", "description", "highlights", "keywords"],
  publications: ["name", "publisher", "summary", "releaseDate", "year"],
  awards: ["title", "awarder", "summary", "date", "year"],
  certificates: ["name", "issuer", "date"],
  references: ["name", "reference"],
};
/** Profiles with code; our own files call it "Code". */
const CODE_HOST = /^(code|git\s?hub|git\s?lab|codeberg|bitbucket|sourcehut|gitea|forgejo)$/i;
const SILENT = ["basics", "$schema", "meta", ...SECTIONS];

export function readJsonResume(text: string): ImportResult {
  const resume = parse(text);
  if (!["basics", ...SECTIONS].some((name) => name in resume))
    throw new UnreadableFile(t`This JSON file isn’t in the JSON Resume format.`);
  const collector = createCollector();
  readBasics(isRecord(resume.basics) ? resume.basics : {}, collector);
  readPath(resume, collector);
  readAchievements(resume, collector);
  for (const name of Object.keys(resume).slice(0, 50))
    if (!SILENT.includes(name) && isSaid(resume[name])) collector.leave(name.slice(0, 40), WHY.noField());
  return collector.done();
}

function parse(text: string): Entry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableFile(t`This JSON file is damaged or incomplete.`);
  }
  if (!isRecord(value) || Array.isArray(value))
    throw new UnreadableFile(t`This JSON file isn’t in the JSON Resume format.`);
  return value;
}

function readBasics(basics: Entry, collector: Collector): void {
  const { text, leave } = collector;
  text("sender.name", basics.name);
  text("sender.profession", basics.label);
  text("sender.email", basics.email);
  text("sender.phone", basics.phone);
  text("sender.about", basics.summary);
  const image = cleanText(basics.image ?? basics.picture);
  if (isPictureAddress(image)) collector.picture("sender.photo", image);
  else if (image !== "") leave(textLabel("sender.photo"), WHY.onTheWeb());
  const location = isRecord(basics.location) ? basics.location : {};
  text("sender.street", location.address);
  text("sender.postcode", location.postalCode);
  text("sender.town", location.city);
  text("sender.country", location.country ?? nameCountry(cleanText(location.countryCode)));
  if (isSaid(location.region)) leave(t`Region`, WHY.noField());
  readProfiles(basics, collector);
}

/** Templates have a field for one profile with code; another one is used as website if there is none. */
function readProfiles(basics: Entry, collector: Collector): void {
  const profiles = entriesOf(basics.profiles, collector, "profiles").filter(
    ({ url, username }) => cleanText(url ?? username) !== "",
  );
  const code = profiles.find(({ network }) => CODE_HOST.test(cleanText(network)));
  const website = cleanText(basics.url ?? basics.website);
  const other = website === "" ? profiles.find((each) => each !== code && isSaid(each.url)) : undefined;
  collector.text("sender.website", website || other?.url);
  collector.text("sender.code", code?.url ?? code?.username);
  for (const profile of profiles)
    if (profile !== code && profile !== other)
      collector.leave(formatProfile(cleanText(profile.network)), WHY.noField());
}

function formatProfile(network: string): string {
  return network === "" ? t`Profile` : t`Profile: ${network}`;
}

/** "DE" as a country name; unknown codes stay as they are. */
function nameCountry(code: string): string {
  if (!/^[a-z]{2}$/i.test(code)) return code;
  return new Intl.DisplayNames("en", { type: "region" }).of(code.toUpperCase()) ?? code;
}

function readPath(resume: Entry, collector: Collector): void {
  for (const job of entriesOf(resume.work, collector, "work"))
    collector.row("work", {
      position: job.position,
      organisation: joinTexts([job.name ?? job.company, job.location], ", "),
      ...readPeriod(job.startDate, job.endDate, collector, listLabel("work")),
      ...periodText(job),
      text: joinTexts([job.summary, ...textsOf(job.highlights).map((line) => `- ${line}`)], "\n"),
      tools: textsOf(job.keywords).join(", "),
    });
  // Templates have one list for both.
  for (const job of entriesOf(resume.volunteer, collector, "volunteer"))
    collector.row("work", {
      position: joinTexts([job.position, "(volunteer)"], " "),
      organisation: joinTexts([job.organization, job.location], ", "),
      ...readPeriod(job.startDate, job.endDate, collector, t`Volunteering`),
      ...periodText(job),
      text: joinTexts([job.summary, ...textsOf(job.highlights).map((line) => `- ${line}`)], "\n"),
    });
  for (const school of entriesOf(resume.education, collector, "education"))
    collector.row("education", {
      study: joinTexts([school.studyType, school.area], ", "),
      institution: school.institution,
      ...readPeriod(school.startDate, school.endDate, collector, listLabel("education")),
      ...periodText(school),
      text: joinTexts([school.score ?? school.gpa, ...textsOf(school.courses)], "\n"),
    });
  for (const group of entriesOf(resume.skills, collector, "skills")) {
    const [name, level] = [cleanText(group.name), cleanText(group.level)];
    collector.row("skills", {
      name: name && level ? `${name} (${level})` : name,
      keywords: textsOf(group.keywords).join(", "),
    });
  }
  const languages = entriesOf(resume.languages, collector, "languages").map(({ language, fluency }) => {
    const [name, how] = [cleanText(language), cleanText(fluency)];
    return name && how ? `${name} (${how})` : name;
  });
  collector.text("cv.languages", joinTexts(languages, "\n"));
  const interests = entriesOf(resume.interests, collector, "interests").map(({ name, keywords }) =>
    joinTexts([name, textsOf(keywords).join(", ")], ": "),
  );
  collector.text("cv.interests", joinTexts(interests, "\n"));
}

function readAchievements(resume: Entry, collector: Collector): void {
  for (const project of entriesOf(resume.projects, collector, "projects"))
    collector.row("projects", {
      name: project.name,
      years: project.years ?? readYears(project.startDate, project.endDate, collector, listLabel("projects")),
      text: joinTexts([project.description, ...textsOf(project.highlights)], "\n"),
      tools: textsOf(project.keywords).join(", "),
    });
  for (const work of entriesOf(resume.publications, collector, "publications"))
    collector.row("publications", {
      title: work.name,
      text: joinTexts([work.publisher, work.summary], "\n"),
      year: work.year ?? readYears(work.releaseDate, work.releaseDate, collector, listLabel("publications")),
    });
  for (const award of entriesOf(resume.awards, collector, "awards"))
    collector.row("awards", {
      title: award.title,
      text: joinTexts([award.awarder, award.summary], "\n"),
      year: award.year ?? readYears(award.date, award.date, collector, listLabel("awards")),
    });
  const certificates = entriesOf(resume.certificates, collector, "certificates").map((certificate) =>
    joinTexts(
      [
        certificate.name,
        certificate.issuer,
        readYears(certificate.date, certificate.date, collector, textLabel("cv.certificates")),
      ],
      ", ",
    ),
  );
  collector.text("cv.certificates", joinTexts(certificates, "\n"));
  const references = entriesOf(resume.references, collector, "references").map(({ name, reference }) =>
    joinTexts([name, reference], ": "),
  );
  collector.text("cv.references", joinTexts(references, "\n"));
}

/** Years as text, which our own files have where they are not dates. */
function periodText(entry: Entry): { years?: unknown } {
  return isSaid(entry.years) ? { years: entry.years } : {};
}

function entriesOf(list: unknown, { leave }: Collector, name: string): Entry[] {
  if (list === undefined || list === null) return [];
  const entries = (Array.isArray(list) ? list : [list]).filter(
    (entry) => isRecord(entry) && !Array.isArray(entry),
  );
  const lost = Array.isArray(list) ? list.length - entries.length : 1 - entries.length;
  if (lost > 0)
    leave(
      plural(lost, { one: `# entry in “${name}”`, other: `# entries in “${name}”` }),
      t`not valid in JSON Resume`,
    );
  const known = KEYS[name] ?? [];
  const more = entries.flatMap((entry) =>
    Object.keys(entry).filter((key) => !known.includes(key) && isSaid(entry[key])),
  );
  for (const key of [...new Set(more)].slice(0, 10))
    leave(formatValue(capital(name), key.slice(0, 40)), WHY.noField());
  return entries;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function textsOf(list: unknown): string[] {
  return (Array.isArray(list) ? list : [list]).map(cleanText).filter((text) => text !== "");
}

function isSaid(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return false;
  return Array.isArray(value) ? value.length > 0 : true;
}
