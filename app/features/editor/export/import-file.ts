import { plural, t } from "@lingui/core/macro";
import type { MeaningValues } from "../../../../contract/people/details.ts";
import { filledPlaces } from "../../../../shared/filling/filling.ts";
import { notify } from "../../../lib/browser/toasts.ts";
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
    store.change({ title: undefined, ...saved });
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
