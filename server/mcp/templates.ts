import type { RenderTemplate } from "../../engine/input/render-template.ts";
import { HttpError } from "../../shared/errors/http-error.ts";
import { isId } from "../database/ids.ts";
import { MCP } from "../limits/limits.ts";
import type { TemplateSource } from "../rendering/requests/template-source.ts";

/** What tools and resources share: calls of our own API, templates by id or path, and results of a bounded size. */

/** Sends a request to our own API, with the key and the address of the program that asks. */
export type CallApi = (path: string, init?: { method?: string; body?: unknown }) => Promise<Response>;

/** Why a tool can't answer. The program reads it as the tool's result and can try again with other arguments. */
export class ToolProblem extends Error {
  readonly details: unknown;

  constructor(message: string, details?: unknown) {
    super(message);
    this.details = details;
  }
}

export type PublicTemplate = {
  id: string;
  template_name: string;
  url: string;
  description: string | null;
  type: string | { id: string; singular: string } | null;
  fields: Record<string, unknown>;
  sample: Record<string, unknown>;
};

/** The JSON of an answer. Throws what the API says is wrong, with the paths of values that don't fit. */
export async function readAnswer<T>(answer: Response): Promise<T> {
  const json = (await answer.json()) as { errors?: ListedError[] } & T;
  if (answer.ok) return json;
  throw problemOf(json.errors ?? []);
}

export async function requireFile(answer: Response): Promise<Response> {
  if (!answer.ok) await readAnswer(answer);
  return answer;
}

type ListedError = { message: string; extensions?: Record<string, unknown> };

function problemOf(errors: readonly ListedError[]): ToolProblem {
  const listed = errors.map(({ message, extensions = {} }) => {
    const { field, path, code, type } = extensions;
    return { ...(field || path ? { path: field ?? path } : {}), code, ...(type ? { type } : {}), message };
  });
  return new ToolProblem(listed.map(({ message }) => message).join("\n") || "The request failed.", listed);
}

/** What is wrong, as a tool can say it; undefined for faults of the server. */
export function problemFrom(error: unknown): ToolProblem | undefined {
  if (error instanceof ToolProblem) return error;
  return error instanceof HttpError && error.status < 500 ? problemOf(error.toErrors()) : undefined;
}

/** A template by its id, or by the path of its page: "/invoices/quarto". */
export async function requireTemplate(templates: TemplateSource, name: string): Promise<RenderTemplate> {
  const found = isId(name) ? await templates.find(name) : await findByPath(templates, name);
  if (found) return found;
  throw new ToolProblem(
    `There is no template "${name.slice(0, 100)}". Use an id or a path that find_templates returned.`,
  );
}

function findByPath(templates: TemplateSource, name: string) {
  const [, type, slug] = /^\/?([^/]+)\/([^/]+)$/.exec(name) ?? [];
  return type && slug ? templates.findBySlug(type, slug) : undefined;
}

/** JSON that fits into a result. */
export function boundedJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.length <= MCP.textLength) return text;
  throw new ToolProblem(`The answer is longer than ${MCP.textLength} characters. Ask for less.`);
}
