import type { z } from "zod";
import type { TemplateFile } from "../../contract/templates/template-file.ts";
import { type Message, type Phrase, type Text, textFor } from "../../contract/texts/text.ts";
import {
  type JsonProblem,
  type JsonText,
  locate,
  type Position,
  parseJsonText,
  type Step,
} from "../../shared/text/json-text.ts";
import { asMessage, messageFor } from "../errors/messages.ts";

/** The files of a template, wherever they are stored: in a folder of the library or in a draft. */
export type TemplateFiles = {
  type: string;
  category: string;
  slug: string;
  source: string;
  file: TemplateFile;
};

/** The names of the two files in findings. */
export const SOURCE_FILE = "template.typ";
export const DESCRIPTION_FILE = "template.json";

/** Something in a template that has to be fixed, and where. */
export type Finding = Position & {
  file: string;
  message: string;
  /** The message by its name, unless the compiler wrote it. */
  text?: Text | undefined;
  /** The way of making the pages in which it was met, where it is not met in all. */
  mode?: "sample" | "preview" | "empty" | "long";
  /** The field that it is about, without numbers of rows. */
  field?: string;
  /** A fault in the library, but only a warning to authors, who may intend it. */
  isAdvice?: boolean | undefined;
};

/** What was found, and the data with which it was. */
export function findingWith(found: Pick<Finding, "message" | "text">, data: Phrase): Message {
  const text = textFor("finding_with", { finding: found.text ?? found.message, data });
  // The text of a failed render is a sentence with a full stop; its message here has none.
  return { ...messageFor("finding_with", { finding: found.message, data }), text };
}

export const START: Position = { line: 1, column: 1 };

/** A fault in a JSON file, by its path in the data. */
export type Fault = { path: Step[]; part?: "key" | "value"; message: string; text?: Text | undefined };

/** The file's data with its positions, or a finding that it is invalid JSON. */
export function readJsonFile(file: string, text: string): { json: JsonText } | { finding: Finding } {
  const json = parseJsonText(text);
  return "problem" in json ? { finding: { file, ...writeProblem(json.problem) } } : { json };
}

/** A fault in a JSON text with its message. */
export function writeProblem({ text, ...position }: JsonProblem): Position & Message {
  return { ...position, ...asMessage(text) };
}

export function placeFaults(file: string, json: JsonText | undefined, faults: Fault[]): Finding[] {
  return faults.map(({ path, part, message }) => ({
    file,
    ...(json ? locate(json, path, part) : START),
    message: path.length > 0 ? `${path.join(".")}: ${message}` : message,
  }));
}

/** A message of the schema, rewritten for people. */
export function readIssues(issues: readonly z.core.$ZodIssue[], data: unknown): Fault[] {
  return issues.flatMap((issue) => readIssue(issue, [], data));
}

function readIssue(issue: z.core.$ZodIssue, above: Step[], data: unknown): Fault[] {
  const path = [...above, ...issue.path.filter((step) => typeof step !== "symbol")];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], part: "key", ...messageFor("not_known_here") }));
  }
  if (issue.code === "invalid_union") {
    const branch = chooseBranch(issue.errors);
    if (branch) return branch.flatMap((inner) => readIssue(inner, path, data));
  }
  if (issue.code === "invalid_key") {
    return [{ path, part: "key", message: issue.issues[0]?.message ?? issue.message }];
  }
  if (path.length > 0 && valueAt(data, path) === undefined) return [{ path, ...messageFor("missing") }];
  const text: Text | undefined = issue.code === "custom" ? issue.params?.text : undefined;
  return [{ path, message: issue.message.replace(/^Invalid input: /, ""), text }];
}

/**
 * The intended kind of field among several: the one whose `type` fits, or else the one with the fewest
 * errors.
 */
function chooseBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const isOther = (issue: z.core.$ZodIssue) => issue.path.length === 1 && issue.path[0] === "type";
  const meant = branches.filter((issues) => issues.length > 0 && !issues.some(isOther));
  if (meant.length > 0) return meant.sort((a, b) => a.length - b.length)[0];
  const values = branches.flatMap((issues) => issues.filter(isOther)).flatMap(valuesOf);
  if (values.length === 0) return branches.find((issues) => issues.length > 0);
  const { message, text } = messageFor("expected_one_of", { choices: [...new Set(values)].join(", ") });
  return [{ code: "custom", path: ["type"], message, params: { text }, input: undefined }];
}

function valuesOf(issue: z.core.$ZodIssue): string[] {
  return issue.code === "invalid_value" ? issue.values.map((value) => JSON.stringify(value)) : [];
}

function valueAt(data: unknown, path: Step[]): unknown {
  return path.reduce<unknown>(
    (node, step) => (typeof node === "object" && node !== null ? Reflect.get(node, step) : undefined),
    data,
  );
}
