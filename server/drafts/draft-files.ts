import type { z } from "zod";
import { MAX_DRAFT_FIELDS } from "../../contract/limits.ts";
import type { DraftDiagnostic, DraftFiles } from "../../contract/templates/drafts.ts";
import {
  type GroupField,
  groupField,
  isRecord,
  pageFile,
  templateFile,
} from "../../contract/templates/template-file.ts";
import { cleanData } from "../../engine/input/data.ts";
import { isPictureText } from "../../engine/input/pictures.ts";
import { findInvalid } from "../../engine/input/validation.ts";
import { type JsonText, locate, parseJsonText, type Step } from "../../shared/text/json-text.ts";
import { findPatternFaults } from "../../shared/text/patterns.ts";
import { type Fault, readIssues, START, type TemplateFiles, writeProblem } from "../checks/findings.ts";
import type { Tables } from "../database/tables.ts";
import { messageFor } from "../errors/messages.ts";

/** A draft read as a template as far as possible. */
type ReadDraft = {
  /** Undefined while its fields or its sample can't be read. */
  files: TemplateFiles | undefined;
  texts: DraftTexts;
  diagnostics: DraftDiagnostic[];
};
type DraftTexts = { fields: JsonText | undefined; sample: JsonText | undefined };

/** Where the template is to be, when that is known. */
export type DraftPlace = {
  type: string;
  category: string;
  slug: string;
  description: string | null;
  words: string | null;
};
const NOWHERE: DraftPlace = { type: "", category: "", slug: "", description: null, words: null };

export function readDraft(draft: DraftFiles, place: DraftPlace = NOWHERE): ReadDraft {
  const diagnostics: DraftDiagnostic[] = [];
  const texts = {
    fields: readText("fields", draft.fields, diagnostics),
    sample: readText("sample", draft.sample, diagnostics),
  };
  const fields = texts.fields && readFields(texts, diagnostics);
  const sample = texts.sample && readSample(texts, diagnostics);
  if (!fields || !sample) return { files: undefined, texts, diagnostics };
  const { type, category, slug, description, words } = place;
  const files: TemplateFiles = {
    type,
    category,
    slug,
    source: draft.content,
    file: {
      name: draft.template_name,
      description: description ?? "",
      ...(words ? { words } : {}),
      page: draft.page,
      title: draft.title || draft.template_name,
      theme: draft.theme,
      fields,
      sample,
    },
  };
  return { files, texts, diagnostics };
}

/** Values of the sample that its fields would refuse. They don't prevent the draft's pages from being rendered. */
export function sampleDiagnostics({ files, texts }: ReadDraft): DraftDiagnostic[] {
  if (!files) return [];
  const { fields, sample } = files.file;
  const [unusable] = findPatternFaults(fields, ["fields"]);
  if (unusable) return [placeInDraft({ path: unusable.path, ...unusable.fault }, texts)];
  const invalid = findInvalid(fields, cleanData(sample, isPictureText));
  return invalid.map(({ field, message, text }) => ({
    severity: "error",
    file: "sample",
    ...(texts.sample ? locate(texts.sample, field.split(".").map(asStep)) : START),
    message,
    text,
    field,
  }));
}

function asStep(step: string): Step {
  return /^\d+$/.test(step) ? Number(step) : step;
}

/** A field is one, a group two and a list of groups three. */
const MAX_OBJECTS = MAX_DRAFT_FIELDS * 1.5;

type TextName = "fields" | "sample";

function readText(file: TextName, text: string, diagnostics: DraftDiagnostic[]): JsonText | undefined {
  const json = parseJsonText(text);
  if (!("problem" in json)) return json;
  diagnostics.push({ severity: "error", file, ...writeProblem(json.problem) });
  return undefined;
}

function readFields(texts: DraftTexts, diagnostics: DraftDiagnostic[]): GroupField | undefined {
  const value = texts.fields?.value;
  if (countObjects(value) > MAX_OBJECTS) {
    const message = messageFor("too_many_fields", { most: MAX_DRAFT_FIELDS });
    diagnostics.push({ severity: "error", file: "fields", ...START, ...message });
    return undefined;
  }
  return parse(groupField, value, "fields", texts, diagnostics);
}

/** Counts groups, lists and fields: the cost of compiling the schema grows with them. */
function countObjects(value: unknown): number {
  if (!isRecord(value)) return 0;
  return 1 + Object.values(value).reduce<number>((sum, each) => sum + countObjects(each), 0);
}

function readSample(texts: DraftTexts, diagnostics: DraftDiagnostic[]): Record<string, unknown> | undefined {
  const value = texts.sample?.value;
  if (isRecord(value) && !Array.isArray(value)) return value;
  diagnostics.push({ severity: "error", file: "sample", ...START, ...messageFor("sample_no_object") });
  return undefined;
}

function parse<Data>(
  schema: z.ZodType<Data>,
  value: unknown,
  file: TextName,
  texts: DraftTexts,
  diagnostics: DraftDiagnostic[],
): Data | undefined {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const faults = readIssues(read.error.issues, value);
  for (const fault of faults)
    diagnostics.push(placeInDraft({ ...fault, path: [file, ...fault.path] }, texts));
  return undefined;
}

/** Files have names of their own in a folder of the library. */
const COLUMN_OF: Record<string, string> = { name: "template_name" };

/** A fault of what template.json would hold, at its place in the texts of a draft. */
export function placeInDraft({ path, part, message, text }: Fault, texts: DraftTexts): DraftDiagnostic {
  const [first, ...rest] = path;
  const severity = "error";
  if (first === "fields" || first === "sample") {
    const json = texts[first];
    const position = json ? locate(json, rest, part) : START;
    const field = first === "sample" ? rest.join(".") : fieldPath(rest);
    const fault = first === "fields" ? describeKeyword(rest, { message, text }) : { message, text };
    return { severity, file: first, ...position, ...fault, ...(field ? { field } : {}) };
  }
  const name = String(first ?? "");
  return { severity, file: "template", ...START, message, text, field: COLUMN_OF[name] ?? name };
}

/** The path of the field that a place in a schema belongs to: `items.price` for properties.items.items.properties.price.title. */
function fieldPath(steps: readonly Step[]): string {
  const names: Step[] = [];
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at];
    const next = steps[at + 1];
    if (step === "properties" && next !== undefined) {
      names.push(next);
      at += 1;
    } else if (step !== "items") break;
  }
  return names.join(".");
}

/** Names the keyword of a field; the field itself is named next to it. */
function describeKeyword(steps: readonly Step[], fault: Pick<Fault, "message" | "text">) {
  const last = steps.at(-1);
  const before = steps.at(-2);
  if (last === undefined || last === "items" || before === "properties") return fault;
  return messageFor("finding_keyword", { keyword: last, finding: fault.text ?? fault.message });
}

type Row = Tables["template_drafts"];

export function placeOf({
  templates_id,
  type,
  category,
  slug,
  description,
  words,
}: Pick<Row, keyof DraftPlace | "templates_id">) {
  return { templates_id, type, category, slug, description, words };
}

/** The checked texts of a stored draft; its page and theme were checked when they were saved. */
export function filesOf(draft: Pick<Row, keyof DraftFiles>): DraftFiles {
  const { content, fields, sample, title, template_name } = draft;
  return {
    content,
    fields,
    sample,
    title,
    template_name,
    page: pageFile.parse(JSON.parse(draft.page)),
    theme: templateFile.shape.theme.parse(JSON.parse(draft.theme)),
  };
}
