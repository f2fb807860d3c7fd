import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type TemplateFile, templateFile } from "../../contract/template-file.ts";
import { findSampleFaults } from "./sample-check.ts";

export const LIBRARY = fileURLToPath(new URL("../../library/", import.meta.url));
export const KIT = path.join(LIBRARY, "kit");

export type TemplateFolder = {
  folder: string;
  type: string;
  category: string;
  slug: string;
  source: string;
  file: TemplateFile;
};

/** A template's folder that can't be read as one; the message starts with the file's path. */
export class TemplateFolderError extends Error {}

/** The template folders at or below a path, in order. */
export function findTemplateFolders(below: string): string[] {
  if (existsSync(path.join(below, "template.json"))) return [below];
  if (!existsSync(below)) throw new TemplateFolderError(`${shown(below)}: there is no such folder`);
  return readdirSync(below, { recursive: true, encoding: "utf8" })
    .filter((name) => path.basename(name) === "template.json")
    .map((name) => path.join(below, path.dirname(name)))
    .sort();
}

export function readTemplateFolder(folder: string): TemplateFolder {
  const description = path.join(folder, "template.json");
  const [type = "", category = "", slug = ""] = path.resolve(folder).split(path.sep).slice(-3);
  const parsed = templateFile.safeParse(readJson(description));
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(
      (issue) => `${shown(description)}: ${issue.path.join(".")}: ${issue.message}`,
    );
    throw new TemplateFolderError(reasons.join("\n"));
  }
  const faults = findSampleFaults(parsed.data);
  if (faults.length > 0) {
    throw new TemplateFolderError(faults.map((fault) => `${shown(description)}: ${fault}`).join("\n"));
  }
  const source = readText(path.join(folder, "template.typ"));
  return { folder, type, category, slug, source, file: parsed.data };
}

export function shown(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith("..") ? file : relative;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new TemplateFolderError(`${shown(file)}: ${error.message}`);
    throw error;
  }
}

function readText(file: string): string {
  if (!existsSync(file)) throw new TemplateFolderError(`${shown(file)}: this file is missing`);
  return readFileSync(file, "utf8");
}
