import type { Conformance, ConformanceProblem } from "../contract/rendering/render.ts";
import { bytesOfLetters, joinBytes } from "./bytes.ts";
import { findProblems } from "./conformance.ts";
import { type PdfFile, readKey, readReference, rewritePdf } from "./pdf-file.ts";
import { makeTextReadable } from "./reading/readable-text.ts";

type FinishedPdf = {
  bytes: Uint8Array;
  conformance: Conformance;
  problems: ConformanceProblem[];
};

/**
 * The compiler writes a tagged PDF 1.7 and can't declare PDF/UA-1. So the requirements of that standard are
 * checked here, and only a file that meets them is marked.
 */
export function finishPdf(file: PdfFile, nameCharacters: () => ConformanceProblem[]): FinishedPdf {
  const problems = findProblems(file, nameCharacters);
  const replacements = new Map<number, Uint8Array>();
  let next = file.offsets.length;
  makeTextReadable(file, {
    replace: (number, content) => replacements.set(number, content),
    add(content) {
      replacements.set(next, content);
      return next++;
    },
  });
  if (problems.length === 0) claimUniversalAccess(file, replacements);
  return {
    bytes: replacements.size > 0 ? rewritePdf(file, replacements) : file.bytes,
    conformance: problems.length === 0 ? "PDF/UA-1" : "tagged",
    problems,
  };
}

export function countPages(file: PdfFile): number {
  return Number(readKey(file.dictionary(readReference(file.dictionary(file.root), "Pages")), "Count"));
}

const IDENTIFICATION = '<pdfuaid:part xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">1</pdfuaid:part>';

function claimUniversalAccess(file: PdfFile, replacements: Map<number, Uint8Array>): void {
  const root = file.dictionary(file.root);
  const metadata = readReference(root, "Metadata");
  const packet = new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(file.stream(metadata))
    .replace("</rdf:Description>", `${IDENTIFICATION}</rdf:Description>`);
  const packetBytes = new TextEncoder().encode(packet);
  const stream = joinBytes([
    bytesOfLetters(`<<\n  /Length ${packetBytes.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n`),
    packetBytes,
    bytesOfLetters("\nendstream"),
  ]);
  replacements.set(metadata, stream);
  replacements.set(file.root, bytesOfLetters(showTitle(bodyOf(root))));
}

function bodyOf(object: string): string {
  return object.slice(object.indexOf("<<"), object.lastIndexOf("endobj")).trimEnd();
}

/** The window's title is to be the document's title, not the name of the file. */
function showTitle(root: string): string {
  if (/\/DisplayDocTitle true/.test(root)) return root;
  const preferences = "\n  /ViewerPreferences <<";
  return root.includes(preferences)
    ? root.replace(preferences, `${preferences}\n    /DisplayDocTitle true`)
    : root.replace(/\n>>$/, `${preferences}\n    /DisplayDocTitle true\n  >>\n>>`);
}
