import { plural, t } from "@lingui/core/macro";
import type { MeaningValues } from "../../../../contract/people/details.ts";
import { filledPlaces } from "../../../../shared/filling/filling.ts";
import { isPrivatePage } from "../../../lib/browser/private-page.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { readPicture } from "../../../lib/pictures/picture.ts";
import { loadFileReader } from "../../details/index.ts";
import type { Draft } from "../draft.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { stepsOf, writeAt } from "../form/field-path.ts";
import { languageOf } from "../numbers/document-numbers.ts";
import { DataFileProblem, readDataFile } from "./data-file.ts";

/** Imports a data file, a JSON Resume, a vCard or LinkedIn's ZIP into a draft, in one undo step. */
export async function importFile(file: File, template: EditorTemplate, store: DraftStore): Promise<void> {
  const undo = { label: t`Undo`, run: store.undo };
  const saved = await readSaved(file, template);
  if (!(saved instanceof DataFileProblem)) {
    store.change({ title: undefined, ...saved, data: await withOwnPictures(saved.data) });
    notify({ kind: "fact", message: t`Data imported`, action: undo });
    return;
  }
  // Data of another template is reported as such; any other file may contain details.
  const read = saved.isOtherTemplate ? undefined : await readDetails(file);
  if (!read || "problem" in read) {
    const isDetails = read && !/\.json$/i.test(file.name);
    notify({
      kind: "failure",
      message: isDetails ? read.problem : saved.message,
    });
    return;
  }
  const { data, count } = fillDraft(template, store.read(), read.result.understood);
  if (count === 0) {
    notify({
      kind: "failure",
      message: t`This template has no fields for the data in this file. Nothing was changed.`,
    });
    return;
  }
  store.change({ data });
  notify({ kind: "fact", message: formatImported(count, file.name), action: undo });
}

/**
 * On a private page no server checks pictures: they are decoded, made small and freed of metadata here, as chosen ones are
 * (lib/pictures/picture.ts). What isn't a picture is left for the field to refuse.
 */
async function withOwnPictures(data: Draft["data"]): Promise<Draft["data"]> {
  if (!isPrivatePage()) return data;
  const walk = async (value: unknown): Promise<unknown> => {
    if (typeof value === "string") return PICTURE.test(value) ? redraw(value) : value;
    if (Array.isArray(value)) return Promise.all(value.map(walk));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(async ([name, each]) => [name, await walk(each)] as const);
    return Object.fromEntries(await Promise.all(entries));
  };
  return (await walk(data)) as Draft["data"];
}

const PICTURE = /^data:(image\/[a-z+-]+);base64,/;

async function redraw(address: string): Promise<string> {
  const [mark = "", type = ""] = PICTURE.exec(address) ?? [];
  try {
    // Not by `fetch`: the page's policy allows no data addresses there.
    const bytes = Uint8Array.from(atob(address.slice(mark.length)), (letter) => letter.charCodeAt(0));
    return await readPicture(new Blob([bytes], { type }));
  } catch {
    return address;
  }
}

/** The draft with the values of a file, which replace its own. */
export function fillDraft(
  { fields }: Pick<EditorTemplate, "fields">,
  { data, theme }: Draft,
  values: MeaningValues,
): { data: Draft["data"]; count: number } {
  const places = filledPlaces(fields, values, languageOf(theme));
  const filled = places.reduce((before, { path, value }) => writeAt(before, stepsOf(path), value), data);
  return { data: filled, count: places.length };
}

async function readSaved(file: File, template: EditorTemplate): Promise<Draft | DataFileProblem> {
  try {
    return readDataFile(await file.text(), template);
  } catch (error) {
    if (error instanceof DataFileProblem) return error;
    throw error;
  }
}

async function readDetails(file: File) {
  try {
    const { readImportFile } = await loadFileReader();
    return await readImportFile(file);
  } catch (error) {
    console.error("File reader failed to load", error);
    return { problem: t`We couldn’t read the file. Nothing was changed. Try again in a moment.` };
  }
}

function formatImported(count: number, name: string): string {
  return plural(count, { one: `Filled in # field from ${name}`, other: `Filled in # fields from ${name}` });
}
