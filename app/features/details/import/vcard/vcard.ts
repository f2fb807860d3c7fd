import { plural, t } from "@lingui/core/macro";
import { UnreadableFile } from "../../../../lib/batch/zip-entries.ts";
import { textLabel } from "../../detail-labels.ts";
import {
  type Collector,
  createCollector,
  formatValue,
  type ImportResult,
  joinTexts,
  WHY,
} from "../import-result.ts";
import { isPictureAddress, makePictureAddress } from "../pictures.ts";
import { type CardLine, readCards, splitValue, unescapeValue } from "./card-lines.ts";

/** What a vCard calls what it has, versions 2.1 to 4.0 (RFC 2426, RFC 6350). */
const TEXTS: Record<string, string> = {
  TITLE: "sender.profession",
  EMAIL: "sender.email",
  TEL: "sender.phone",
  URL: "sender.website",
  NOTE: "sender.about",
};
const PICTURES: Record<string, string> = { PHOTO: "sender.photo", LOGO: "sender.logo" };
const LABELS: Record<string, () => string> = {
  EMAIL: () => textLabel("sender.email"),
  TEL: () => textLabel("sender.phone"),
  URL: () => textLabel("sender.website"),
  NOTE: () => t`Note`,
  TITLE: () => t({ message: "Title", context: "job" }),
  ROLE: () => t({ message: "Role", context: "job" }),
  ADR: () => textLabel("sender.address"),
  ORG: () => textLabel("sender.organisation"),
  FN: () => textLabel("sender.name"),
  PHOTO: () => textLabel("sender.photo"),
  LOGO: () => textLabel("sender.logo"),
  BDAY: () => t`Birthday`,
  ANNIVERSARY: () => t`Anniversary`,
  GENDER: () => t`Gender`,
  NICKNAME: () => t`Nickname`,
  IMPP: () => t`Messenger`,
  CATEGORIES: () => t`Categories`,
  LANG: () => t`Preferred language`,
  GEO: () => t({ message: "Location", context: "geographic" }),
  TZ: () => t`Time zone`,
  SOUND: () => t({ message: "Sound", context: "recording" }),
  KEY: () => t({ message: "Key", context: "cryptography" }),
};
/** Of the card and not of the person. */
const SILENT = [
  "VERSION",
  "PRODID",
  "UID",
  "REV",
  "SOURCE",
  "KIND",
  "XML",
  "CLIENTPIDMAP",
  "SORT-STRING",
  "MAILER",
  "PROFILE",
  "CLASS",
  "NAME",
  "N",
  "LABEL",
  "X-ABLABEL",
  "X-ABADR",
  "X-ABSHOWAS",
];
const OTHERS = ["RELATED", "AGENT", "MEMBER", "X-ABRELATEDNAMES", "X-SPOUSE", "X-ASSISTANT", "X-MANAGER"];
const MAX_NAMED = 5; // of the cards that are not read

export function readVcard(bytes: Uint8Array): ImportResult {
  const [card, ...others] = readCards(bytes);
  if (!card) throw new UnreadableFile(t`This vCard file is damaged or incomplete.`);
  const collector = createCollector();
  const lines = new Map<string, CardLine[]>();
  for (const line of card) lines.set(line.name, [...(lines.get(line.name) ?? []), line]);
  readWho(lines, collector);
  for (const [name, meaning] of Object.entries(TEXTS)) readText(lines, name, meaning, collector);
  if (!lines.has("TITLE")) readText(lines, "ROLE", "sender.profession", collector);
  readAddress(lines, collector);
  for (const [name, meaning] of Object.entries(PICTURES)) readPicture(lines, name, meaning, collector);
  leaveRest(lines, collector);
  for (const other of others.slice(0, MAX_NAMED)) collector.leave(formatCard(other), WHY.others());
  if (others.length > MAX_NAMED)
    collector.leave(
      plural({ count: others.length - MAX_NAMED }, { one: "# more contact", other: "# more contacts" }),
      WHY.others(),
    );
  return collector.done();
}

type Lines = Map<string, CardLine[]>;

/** The one that is preferred, or the first. */
function firstOf(lines: Lines, name: string): CardLine | undefined {
  const given = lines.get(name) ?? [];
  const rank = ({ parameters }: CardLine) =>
    parameters.get("TYPE")?.includes("PREF") ? 1 : Number(parameters.get("PREF")?.[0] ?? 1_000);
  return [...given].sort((one, other) => rank(one) - rank(other))[0];
}

function textOf(lines: Lines, name: string): string {
  return unescapeValue(firstOf(lines, name)?.value ?? "");
}

function readWho(lines: Lines, { text, leave }: Collector): void {
  const [family, given, additional, prefix, suffix] = splitValue(firstOf(lines, "N")?.value ?? "", ";");
  const parts = joinTexts([prefix, given, additional, family, suffix], " ");
  const organisation = joinTexts(splitValue(firstOf(lines, "ORG")?.value ?? "", ";"), ", ");
  const name = textOf(lines, "FN").trim() || parts;
  // The card of a firm has to have a name, and has the firm's.
  if (name !== organisation || parts !== "") text("sender.name", name);
  text("sender.organisation", organisation);
  for (const _ of lines.get("ORG")?.slice(1) ?? []) leave(t`Another organisation`, WHY.second());
}

function readText(lines: Lines, name: string, meaning: string, { text, leave }: Collector): void {
  const taken = firstOf(lines, name);
  if (!taken) return;
  const wordsOf = ({ value }: CardLine) => unescapeValue(value).replace(/^(tel|mailto):/i, "");
  text(meaning, wordsOf(taken));
  for (const other of lines.get(name) ?? [])
    if (other !== taken)
      leave(formatValue(LABELS[name]?.() ?? name, wordsOf(other).slice(0, 60)), WHY.second());
}

function readAddress(lines: Lines, { text, leave }: Collector): void {
  const taken = firstOf(lines, "ADR");
  if (!taken) {
    text("sender.address", textOf(lines, "LABEL"));
    return;
  }
  const [box, extended, street, town, region, postcode, country] = splitValue(taken.value, ";");
  text("sender.street", joinTexts([street, extended, box], "\n"));
  text("sender.postcode", postcode);
  text("sender.town", town);
  text("sender.country", country);
  if (region?.trim()) leave(formatValue(t`Region`, region.trim().slice(0, 60)), WHY.noField());
  for (const _ of lines.get("ADR")?.slice(1) ?? []) leave(t`Another address`, WHY.second());
}

/** In base64, or as a data URL, in which the comma is escaped by some. */
function readPicture(lines: Lines, name: string, meaning: string, { picture, leave }: Collector): void {
  const value = firstOf(lines, name)?.value.trim();
  if (!value) return;
  const given = unescapeValue(value);
  const address = isPictureAddress(given) ? given : makePictureAddress(given.replace(/^data:[^,]*,/, ""));
  const label = LABELS[name]?.() ?? name;
  if (address) picture(meaning, address);
  else leave(label, /^https?:/i.test(given) ? WHY.onTheWeb() : WHY.notReadable());
}

function leaveRest(lines: Lines, { leave }: Collector): void {
  const read = [...Object.keys(TEXTS), ...Object.keys(PICTURES), "FN", "ORG", "ADR", ...SILENT];
  if (!lines.has("TITLE")) read.push("ROLE");
  for (const [name, [line]] of lines) {
    if (read.includes(name) || !line?.value.trim()) continue;
    const isOther = OTHERS.includes(name);
    leave(
      LABELS[name]?.() ?? (isOther ? t`Other people` : name.slice(0, 40)),
      isOther ? WHY.others() : WHY.noField(),
    );
  }
}

function formatCard(card: readonly CardLine[]): string {
  const value = card.find((line) => line.name === "FN")?.value ?? "";
  const name = unescapeValue(value).trim().slice(0, 60);
  return name === "" ? t`Contact without a name` : t`Contact: ${name}`;
}
