import type { KitFunction } from "../../contract/templates/drafts.ts";
import type { KitFile } from "../../engine/job.ts";

/** The functions that the kit offers to templates, read from its own sources: what kit.typ passes on, with the comments above it. */

const ENTRY = "/kit/kit.typ";
const PASSED_ON = /^#import "([\w-]+\.typ)": ([^\n]+)$/gm;

export function listKitFunctions(kit: readonly KitFile[]): KitFunction[] {
  const entry = kit.find((file) => file.path === ENTRY)?.source ?? "";
  return [...entry.matchAll(PASSED_ON)].flatMap(([, name = "", names = ""]) => {
    const source = kit.find((file) => file.path === `/kit/${name}`)?.source ?? "";
    return names.split(",").map((each) => describe(each.trim(), source));
  });
}

function describe(name: string, source: string): KitFunction {
  const lines = source.split("\n");
  const at = lines.findIndex((line) => line.startsWith(`#let ${name}(`) || line.startsWith(`#let ${name} =`));
  const doc = at < 0 ? "" : commentAbove(lines, at);
  const parameters = at < 0 ? undefined : parametersOf(lines.slice(at).join("\n"), name);
  if (parameters === undefined) return { name, signature: name, doc, snippet: name };
  return {
    name,
    signature: `${name}(${parameters.join(", ")})`,
    doc,
    snippet: `${name}(${placesOf(parameters)})`,
  };
}

function commentAbove(lines: readonly string[], at: number): string {
  const comment: string[] = [];
  for (let line = at - 1; line >= 0; line--) {
    const text = /^\/\/\/? ?(.*)$/.exec(lines[line] ?? "")?.[1];
    if (text === undefined) break;
    comment.unshift(text.trimEnd());
  }
  return comment.join("\n").trim();
}

/** The parameters of a definition; undefined if it isn't a function. */
function parametersOf(definition: string, name: string): string[] | undefined {
  const start = `#let ${name}(`;
  if (!definition.startsWith(start)) return undefined;
  const parameters: string[] = [];
  let depth = 0;
  let current = "";
  for (const sign of definition.slice(start.length)) {
    if (sign === ")" && depth === 0) break;
    if (sign === "," && depth === 0) {
      parameters.push(current);
      current = "";
      continue;
    }
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) depth -= 1;
    current += sign;
  }
  return [...parameters, current]
    .map((each) => each.replace(/\s+/g, " ").trim())
    .filter((each) => each !== "");
}

const place = (name: string) => `\${${name}}`;
const PATH = `"${place("path")}"`;

/** Arguments that have to be given, each as a place to fill in; those with a default are left out. */
function placesOf(parameters: readonly string[]): string {
  return parameters
    .flatMap((each) => {
      if (each.includes(":")) return [];
      if (each === "..style" || each === "..options") return [];
      if (each === "..pieces" || each === "..paths") return [PATH];
      if (each === "..paths-and-body") return [PATH, place("body")];
      return [each === "path" ? PATH : place(each.replace(/^\.\./, ""))];
    })
    .join(", ");
}
