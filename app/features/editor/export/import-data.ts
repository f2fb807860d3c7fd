import type { Draft } from "../../documents/draft.ts";
import { readDraftParts } from "../autosave/link.ts";
import type { EditorTemplate } from "../editor-template.ts";

/** A data file that can't be taken over; the message is for the person. */
export class ImportProblem extends Error {
  override name = "ImportProblem";
}

export const notData = () => new ImportProblem("This file is not data that was saved here");
export const ofAnotherTemplate = (url: string) =>
  new ImportProblem(`This data is for another template: ${url}`);

/** The draft in a data file: {template, data, theme}. */
export function readImport(text: string, template: Pick<EditorTemplate, "url" | "fields">): Draft {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    throw notData();
  }
  const draft = readDraftParts(parts, template.fields);
  if (!draft) throw notData();
  const { template: url } = parts as { template?: unknown };
  if (url !== template.url) throw typeof url === "string" ? ofAnotherTemplate(url.slice(0, 120)) : notData();
  return draft;
}
