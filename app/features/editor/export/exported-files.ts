import { t } from "@lingui/core/macro";
import { zipSync } from "fflate";
import {
  CONFORMANCE_HEADER,
  type Conformance,
  type ConformanceProblem,
  PROBLEMS_HEADER,
} from "../../../../contract/rendering/render.ts";
import { plainFileName } from "../../../../shared/text/file-name.ts";
import {
  type FileRequest,
  fileNameOf,
  requestPages,
  requestRender,
} from "../../../lib/http/render-client.ts";
import { titleOf } from "../autosave/titles.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";

type ExportedFile = { name: string; content: Blob; problems: ConformanceProblem[] };
export type Export = (template: EditorTemplate, draft: Draft, signal: AbortSignal) => Promise<ExportedFile>;

export const exportPdf: Export = exportPdfOn({});

/** A PDF on another paper (several on one sheet, or one on a larger sheet), for archives, or with the data of an e-invoice. */
export function exportPdfOn(
  more: Pick<FileRequest, "sheet" | "size" | "bleed" | "archive" | "profile" | "invoice">,
): Export {
  return async (template, draft, signal) => {
    const answer = await requestRender(template, "pdf", { ...contentOf(draft), ...more }, signal);
    return {
      name: draft.title ? `${fileStem(template, draft)}.pdf` : (fileNameOf(answer) ?? "Document.pdf"),
      content: await answer.blob(),
      problems: readProblems(answer.headers),
    };
  };
}

/** The e-invoice: in the PDF, or for Peppol, which takes no PDF, the XML alone. */
export function exportEInvoice({
  profile,
  invoice,
}: Required<Pick<FileRequest, "profile" | "invoice">>): Export {
  if (profile !== "peppol") return exportPdfOn({ profile, invoice });
  return async (template, draft, signal) => {
    const answer = await requestRender(template, "xml", { ...contentOf(draft), profile, invoice }, signal);
    return { name: `${fileStem(template, draft)}.xml`, content: await answer.blob(), problems: [] };
  };
}

/** One page becomes an image, several become a ZIP. */
export function exportPng(dpi: number): Export {
  return async (template, draft, signal) => {
    const stem = fileStem(template, draft);
    const { pages } = await requestPages(template, contentOf(draft), signal);
    const pictures: Uint8Array[] = [];
    for (let page = 1; page <= pages.length; page++) {
      const answer = await requestRender(template, "png", { ...contentOf(draft), page, dpi }, signal);
      pictures.push(new Uint8Array(await answer.arrayBuffer()));
    }
    return pack(stem, "png", "image/png", pictures);
  };
}

export const exportSvg: Export = async (template, draft, signal) => {
  const { pages } = await requestPages(template, contentOf(draft), signal);
  const drawings = pages.map(({ svg }) => new TextEncoder().encode(svg));
  return pack(fileStem(template, draft), "svg", "image/svg+xml", drawings);
};

const PRINT_FRAME = "print-frame";

/** Opens the print dialog with a PDF, or the PDF in a new tab if the browser can't print it. */
export function printFile(pdf: Blob): void {
  const address = URL.createObjectURL(pdf);
  document.getElementById(PRINT_FRAME)?.remove();
  if (!navigator.pdfViewerEnabled) {
    open(address);
    return;
  }
  const frame = document.createElement("iframe");
  frame.id = PRINT_FRAME;
  frame.title = t({ message: "Print", context: "verb: print a document" });
  // Not `hidden`: some browsers print only what is rendered.
  frame.className = "print-frame";
  frame.tabIndex = -1;
  frame.ariaHidden = "true";
  frame.onload = () => {
    try {
      frame.contentWindow?.focus();
      frame.contentWindow?.print();
    } catch {
      open(address);
    }
  };
  frame.src = address;
  document.body.append(frame);
}

const contentOf = ({ data, theme }: Draft) => ({ data, theme });

function fileStem(template: EditorTemplate, draft: Draft): string {
  return plainFileName(titleOf(template, draft));
}

function readProblems(headers: Headers): ConformanceProblem[] {
  const accessible: Conformance = "PDF/UA-1";
  if (headers.get(CONFORMANCE_HEADER) === accessible) return [];
  try {
    return JSON.parse(decodeURIComponent(headers.get(PROBLEMS_HEADER) ?? "[]"));
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
  // PNG is already compressed.
  const archive = zipSync(Object.fromEntries(entries), { level: ending === "png" ? 0 : 6 });
  const content = new Blob([toPart(archive)], { type: "application/zip" });
  return { name: `${stem}.zip`, content, problems: [] };
}

/** The type allows a shared buffer, which Blob doesn't accept; neither fetch nor fflate creates one. */
function toPart(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}
