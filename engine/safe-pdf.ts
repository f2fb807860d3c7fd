import type { Diagnostic } from "../contract/rendering/render.ts";
import { bytesOfLetters } from "./bytes.ts";
import type { Job } from "./job.ts";
import { type PdfFile, readPdf, rewritePdf } from "./pdf-file.ts";
import {
  findUnsafeContent,
  SAFE_SCHEMES,
  schemeOf,
  type UnsafeContent,
  withoutTricks,
} from "./unsafe-content.ts";

/** In these modes the kit links each field, and each long text, to its place in the form. */
const FIELD_MODES: readonly string[] = ["preview", "proof"];
const LONGEST_NAMED = 80;

type Checked = { file: PdfFile; refused: Diagnostic[] };

/**
 * Makes sure that a PDF has no content that could harm the person who opens it. A link to an unsafe address that was typed into the form
 * is removed, and its text stays. Any other unsafe content comes from the template, which is refused.
 */
export function removeUnsafeLinks(
  file: PdfFile,
  { source, inputs }: Pick<Job, "source" | "inputs">,
): Checked {
  const unsafe = findUnsafeContent(file, {
    schemes: FIELD_MODES.includes(inputs.mode) ? ["field", "prose"] : [],
  });
  if (unsafe.length === 0) return { file, refused: [] };
  const isTyped = typedAddresses(inputs.data);
  const typed = new Set<number>();
  const refused = new Map<string, Diagnostic>();
  for (const content of unsafe) {
    if (content.kind === "link" && isTyped(content.address)) typed.add(content.object);
    else {
      const message = describe(content);
      refused.set(message, { severity: "error", message, file: "template.typ", ...placeOf(source, content) });
    }
  }
  const isWhole = typed.size === 0 || refused.size > 0;
  return { file: isWhole ? file : unlink(file, typed), refused: [...refused.values()] };
}

/** Whether an address, or at least its scheme, is in the data. */
function typedAddresses(data: string): (address: string) => boolean {
  const typed = new Set<string>();
  const visit = (value: unknown) => {
    if (typeof value === "string") {
      typed.add(withoutTricks(value));
      const scheme = schemeOf(value);
      if (scheme) typed.add(`${scheme}:`);
    } else if (value && typeof value === "object") for (const each of Object.values(value)) visit(each);
  };
  visit(JSON.parse(data));
  return (address) => typed.has(withoutTricks(address)) || typed.has(`${schemeOf(address)}:`);
}

/** The action is one key of the annotation, as the compiler writes it: /A and the lines of its dictionary. */
const ACTION = /\n {2}\/A <<\n[\s\S]*?\n {2}>>/;

function unlink(file: PdfFile, objects: Set<number>): PdfFile {
  const replacements = new Map<number, Uint8Array>();
  for (const number of objects) {
    const object = file.dictionary(number);
    const body = object.slice(object.indexOf("<<"), object.lastIndexOf("endobj")).trimEnd();
    const without = body.replace(ACTION, "");
    if (without === body) throw new TypeError("a link is not as the compiler writes it");
    replacements.set(number, bytesOfLetters(without));
  }
  return readPdf(rewritePdf(file, replacements));
}

function describe(content: UnsafeContent): string {
  if (content.kind === "file")
    return `the PDF would have the file "${shortened(content.name)}" attached; a template can't attach files`;
  if (content.kind === "action")
    return `the PDF would have the action "${content.name}"; a template can only link to web, mail and telephone addresses`;
  const schemes = SAFE_SCHEMES.map((scheme) => `${scheme}:`).join(", ");
  return `the PDF would link to "${shortened(content.address)}"; a link has to start with one of ${schemes}`;
}

function shortened(text: string): string {
  const line = text.replace(/\p{C}/gu, " ");
  return line.length > LONGEST_NAMED ? `${line.slice(0, LONGEST_NAMED)}…` : line;
}

/** The position of the address or name in the source, if it is written in one piece. */
function placeOf(source: string, content: UnsafeContent): Pick<Diagnostic, "line" | "column"> {
  const text = content.kind === "link" ? content.address : content.name;
  const before = source.slice(0, Math.max(0, text ? source.indexOf(text) : 0)).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
