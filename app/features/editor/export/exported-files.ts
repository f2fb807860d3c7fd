import { zipSync } from "fflate";
import { plainFileName } from "../../../../contract/file-name.ts";
import {
  CONFORMANCE_HEADER,
  type Conformance,
  type ConformanceProblem,
  PROBLEMS_HEADER,
  type RenderedPages,
} from "../../../../contract/render.ts";
import { fileNameOf, requestRender } from "../../../lib/render-client.ts";
import type { Draft } from "../../documents/draft.ts";
import { titleOf } from "../autosave/titles.ts";
import type { EditorTemplate } from "../editor-template.ts";

export type ExportedFile = { name: string; content: Blob; problems: ConformanceProblem[] };
export type Export = (template: EditorTemplate, draft: Draft, signal: AbortSignal) => Promise<ExportedFile>;

export const exportPdf: Export = async (template, draft, signal) => {
  const answer = await requestRender(template.id, "pdf", wordsOf(draft), signal);
  return {
    name: draft.title ? `${fileStem(template, draft)}.pdf` : (fileNameOf(answer) ?? "Document.pdf"),
    content: await answer.blob(),
    problems: readProblems(answer.headers),
  };
};

/** One page is a picture, several are an archive of them. */
export function exportPng(dpi: number): Export {
  return async (template, draft, signal) => {
    const stem = fileStem(template, draft);
    const { length } = await readPages(template, draft, signal);
    const pictures: Uint8Array[] = [];
    for (let page = 1; page <= length; page++) {
      const answer = await requestRender(template.id, "png", { ...wordsOf(draft), page, dpi }, signal);
      pictures.push(new Uint8Array(await answer.arrayBuffer()));
    }
    return pack(stem, "png", "image/png", pictures);
  };
}

export const exportSvg: Export = async (template, draft, signal) => {
  const pages = await readPages(template, draft, signal);
  const drawings = pages.map(({ svg }) => new TextEncoder().encode(svg));
  return pack(fileStem(template, draft), "svg", "image/svg+xml", drawings);
};

/** What was typed, to be taken over again here or read by a program. */
export function exportData(template: EditorTemplate, draft: Draft): ExportedFile {
  const file = { template: template.url, ...draft };
  return {
    name: `${fileStem(template, draft)}.json`,
    content: new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: "application/json" }),
    problems: [],
  };
}

const wordsOf = ({ data, theme }: Draft) => ({ data, theme });

function fileStem(template: EditorTemplate, draft: Draft): string {
  return plainFileName(titleOf(template, draft));
}

async function readPages(template: EditorTemplate, draft: Draft, signal: AbortSignal) {
  const answer = await requestRender(template.id, "svg", wordsOf(draft), signal);
  return ((await answer.json()) as RenderedPages).pages;
}

function readProblems(headers: Headers): ConformanceProblem[] {
  const conformance = headers.get(CONFORMANCE_HEADER) as Conformance | null;
  if (conformance === "PDF/UA-1") return [];
  try {
    return JSON.parse(decodeURIComponent(headers.get(PROBLEMS_HEADER) ?? "[]")) as ConformanceProblem[];
  } catch {
    return [];
  }
}

function pack(stem: string, ending: string, type: string, pages: Uint8Array[]): ExportedFile {
  const [only, ...others] = pages;
  if (only && others.length === 0)
    return { name: `${stem}.${ending}`, content: new Blob([toPart(only)], { type }), problems: [] };
  const digits = String(pages.length).length;
  const entries = pages.map((page, index) => [
    `${stem} ${String(index + 1).padStart(digits, "0")}.${ending}`,
    page,
  ]);
  // Pictures are compressed already.
  const archive = zipSync(Object.fromEntries(entries), { level: ending === "png" ? 0 : 6 });
  const content = new Blob([toPart(archive)], { type: "application/zip" });
  return { name: `${stem}.zip`, content, problems: [] };
}

function toPart(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}
