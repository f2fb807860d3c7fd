import { t } from "@lingui/core/macro";
import { plainFileName } from "../../../../shared/text/file-name.ts";
import { readDraftParts } from "../autosave/link.ts";
import { titleOf } from "../autosave/titles.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { valueIn } from "../form/field-path.ts";

/** The draft as a file that can be imported again or read by a program. */
export function writeDataFile(template: EditorTemplate, draft: Draft): { name: string; content: Blob } {
  const file = { template: template.url, ...draft };
  return {
    name: `${plainFileName(titleOf(template, draft))}.json`,
    content: new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: "application/json" }),
  };
}

/** A data file that can't be imported, with a message for the person. */
export class DataFileProblem extends Error {
  override name = "DataFileProblem";
  isOtherTemplate = false;
}

const notData = () =>
  new DataFileProblem(t`This file doesn’t contain data that can be imported. Nothing was changed.`);
const ofAnotherTemplate = (url: string) =>
  Object.assign(new DataFileProblem(t`This data is for another template (${url}). Nothing was changed.`), {
    isOtherTemplate: true,
  });

/** The draft in a data file: {template, data, theme}. */
export function readDataFile(text: string, template: Pick<EditorTemplate, "url" | "fields">): Draft {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    throw notData();
  }
  const draft = readDraftParts(parts, template.fields);
  if (!draft) throw notData();
  const url = valueIn(parts, "template");
  if (url !== template.url) throw typeof url === "string" ? ofAnotherTemplate(url.slice(0, 120)) : notData();
  return draft;
}
