import { t } from "@lingui/core/macro";
import { hasValues, type MeaningValues, readValues } from "../../../../../contract/people/details.ts";
import { isRecord } from "../../../../../contract/templates/template-file.ts";
import { UnreadableFile, type ZipEntries } from "../../../../lib/batch/zip-entries.ts";
import { translateText } from "../../../../lib/i18n/server-texts.ts";
import { textLabel } from "../../detail-labels.ts";
import { type Collector, cleanText, createCollector, type ImportResult, WHY } from "../import-result.ts";
import { makePictureAddress, writeBase64 } from "../pictures.ts";

/** "My data" of another Typecase: the profile and the details in it. Documents, sessions and the rest stay where they are. */

const PROFILE: Record<string, string> = {
  name: "sender.name",
  profession: "sender.profession",
  email: "sender.email",
  phone_number: "sender.phone",
  bio: "sender.about",
};
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

export function isTypecaseArchive({ names }: ZipEntries): boolean {
  return names.includes("profile.json") && names.includes("account.json");
}

export function readTypecase(zip: ZipEntries): ImportResult {
  const collector = createCollector();
  const profile = readJson(zip, "profile.json");
  if (isRecord(profile)) {
    for (const [name, meaning] of Object.entries(PROFILE)) collector.text(meaning, profile[name]);
    readPhoto(zip, cleanText(profile.photo), collector);
  }
  const details = readDetails(zip, collector);
  const known = ["profile.json", "details.json"];
  const others = zip.names.filter((name) => !known.includes(name) && !name.startsWith("files/"));
  for (const name of others.slice(0, 20)) collector.leave(name.slice(0, 60), whyNot(name));
  const { understood, left } = collector.done();
  // Details come first; the profile fills the gaps.
  const values = {
    texts: { ...understood.texts, ...details.texts },
    lists: { ...understood.lists, ...details.lists },
  };
  if (!hasValues(values)) throw new UnreadableFile(t`The profile and details in this ZIP are empty.`);
  return { understood: values, left };
}

/** The default sender; the others are named. */
function readDetails(zip: ZipEntries, { leave }: Collector): MeaningValues {
  const list = readJson(zip, "details.json");
  const sets = (Array.isArray(list) ? list : []).filter(isRecord);
  const taken =
    sets.find((set) => set.is_default === true || set.is_default === 1 || set.isDefault === true) ?? sets[0];
  for (const set of sets)
    if (set !== taken)
      leave(
        t`Sender “${{ name: cleanText(set.label).slice(0, 40) }}”`,
        t`only the default sender is imported`,
      );
  if (!taken) return { texts: {}, lists: {} };
  const { values, problems } = readValues(asObject(taken.words));
  for (const problem of problems.slice(0, 10)) leave(t`Details`, translateText(problem));
  return values;
}

/** Stored as JSON in one database and as text in the other. */
function asObject(words: unknown): unknown {
  if (typeof words !== "string") return words;
  try {
    return JSON.parse(words);
  } catch {
    return undefined;
  }
}

function readJson(zip: ZipEntries, name: string): unknown {
  const text = zip.read(name);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableFile(t`${{ file: name }} in this ZIP is damaged.`);
  }
}

function readPhoto(zip: ZipEntries, id: string, { picture, leave }: Collector): void {
  const name = id && zip.names.find((each) => each.startsWith(`files/${id}.`));
  if (!name) return;
  const bytes = zip.readBytes(name);
  const address =
    bytes && bytes.length <= MAX_PICTURE_BYTES ? makePictureAddress(writeBase64(bytes)) : undefined;
  if (address) picture("sender.photo", address);
  else leave(textLabel("sender.photo"), WHY.notReadable());
}

function whyNot(name: string): string {
  return name === "documents.json" ? t`documents aren’t imported` : WHY.noField();
}
