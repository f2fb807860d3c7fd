import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isRecord, templateFile } from "../../contract/templates/template-file.ts";
import {
  DESCRIPTION_FILE,
  type Fault,
  type Finding,
  placeFaults,
  readIssues,
  readJsonFile,
  SOURCE_FILE,
  START,
  type TemplateFiles,
} from "../../server/checks/findings.ts";
import { findSampleFaults } from "../../server/checks/rules/sample-check.ts";
import { inspectFiles } from "../../server/checks/template-check.ts";
import { installedPath } from "../../server/config/program-files.ts";
import { writeTemplateFile } from "../../server/library/library-text.ts";
import type { JsonText } from "../../shared/text/json-text.ts";
import { shownPath } from "../terminal.ts";

export const KIT = installedPath("library/kit/");

export type TemplateFolder = TemplateFiles & { folder: string };

/** The template in a folder, or the faults for which it can't be read. */
type InspectedFolder = {
  template?: TemplateFolder;
  findings: Finding[];
  /** What is ignored: the template is as good without it. */
  warnings: Finding[];
};

/** A template's folder that can't be read as one; the message starts with the file's path. */
export class TemplateFolderError extends Error {}

const FILES = [DESCRIPTION_FILE, SOURCE_FILE];

/** The template folders at or below a path, in order; one that has lost a file is among them. */
export function findTemplateFolders(below: string): string[] {
  if (!existsSync(below)) throw new TemplateFolderError(`${shownPath(below)}: there is no such folder`);
  if (FILES.some((name) => existsSync(path.join(below, name)))) return [below];
  const folders = readdirSync(below, { recursive: true, encoding: "utf8" })
    .filter((name) => FILES.includes(path.basename(name)))
    .map((name) => path.join(below, path.dirname(name)));
  return [...new Set(folders)].sort();
}

/** For looking at: throws when a page can't be made, and leaves out what only the check is about. */
export function readTemplateFolder(folder: string): TemplateFolder {
  const { template, findings, json } = readFiles(folder);
  if (template)
    findings.push(...placeFaults(path.join(folder, DESCRIPTION_FILE), json, findSampleFaults(template.file)));
  if (template && findings.length === 0) return template;
  throw new TemplateFolderError(findings.map(describeFinding).join("\n"));
}

export function inspectTemplateFolder(folder: string): InspectedFolder {
  const { template, findings, warnings, json } = readFiles(folder);
  if (!template || !json) return { findings, warnings };
  const description = path.join(folder, DESCRIPTION_FILE);
  const inspected = inspectFiles(template);
  findings.push(
    ...placeFaults(description, json, inspected.faults),
    ...inspected.findings.map((finding) => ({ ...finding, file: path.join(folder, finding.file) })),
    ...findOtherFiles(folder),
  );
  const isUsual = writeTemplateFile(template.file) === readFileSync(description, "utf8");
  // What is warned about is not written, so there is no way to compare.
  if (!isUsual && warnings.length === 0) {
    const message = `not formatted; fix it with: npm run typecase -- library format ${shownPath(folder)}`;
    findings.push({ file: description, ...START, message });
  }
  return { template, findings, warnings };
}

function readFiles(folder: string): InspectedFolder & { json?: JsonText } {
  const description = path.join(folder, DESCRIPTION_FILE);
  const page = path.join(folder, SOURCE_FILE);
  const missing = [description, page].filter((file) => !existsSync(file));
  if (missing.length > 0) {
    const findings = missing.map((file) => ({ file, ...START, message: "this file is missing" }));
    return { findings, warnings: [] };
  }
  const read = readJsonFile(description, readFileSync(description, "utf8"));
  if ("finding" in read) return { findings: [read.finding], warnings: [] };
  const { json } = read;
  const parsed = templateFile.safeParse(json.value);
  if (!parsed.success) {
    const findings = placeFaults(description, json, readIssues(parsed.error.issues, json.value));
    return { findings, warnings: [] };
  }
  const [type = "", category = "", slug = ""] = path.resolve(folder).split(path.sep).slice(-3);
  const template = { folder, type, category, slug, source: readFileSync(page, "utf8"), file: parsed.data };
  return {
    template,
    json,
    findings: [],
    warnings: placeFaults(description, json, findIgnored(json.value)),
  };
}

function findIgnored(value: unknown): Fault[] {
  if (!isRecord(value) || !("rating" in value)) return [];
  const message = "is ignored, because people rate templates; library format takes it out";
  return [{ path: ["rating"], part: "key", message }];
}

function findOtherFiles(folder: string): Finding[] {
  const others = readdirSync(folder).filter((name) => !FILES.includes(name));
  const message = "a template is template.typ and template.json; nothing else is imported";
  return others.map((name) => ({ file: path.join(folder, name), ...START, message }));
}

/** Findings for a terminal, with the path of the file. */
export function describeFinding({ file, line, column, message }: Finding): string {
  return `${shownPath(file)}:${line}:${column}: ${message}`;
}

/** Each fault once, in the order of the files. */
export function tidyFindings(findings: Finding[]): Finding[] {
  const unique = new Map(findings.map((finding) => [describeFinding(finding), finding]));
  return [...unique.values()].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  );
}
