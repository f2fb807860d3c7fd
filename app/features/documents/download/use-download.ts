import { plural, t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import { notify } from "../../../lib/browser/toasts.ts";
import { unreachableMessage } from "../../../lib/http/connection.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { saveFile } from "../../../lib/http/render-client.ts";
import { checkDocuments, type Finding, isComplete } from "../check/document-check.ts";
import type { DocumentRow } from "../documents.ts";
import type { Failure, Made } from "./document-files.ts";

/** The question before a download, or the report after it. */
export type DownloadDialogState =
  | { kind: "question"; findings: readonly Finding[]; of: readonly DocumentRow[] }
  | { kind: "report"; failures: readonly Failure[]; count: number };

export type Download = {
  /** Progress: documents are checked before any file is created. */
  busy: { step: "looking" | "making"; done: number; all: number } | undefined;
  dialog: DownloadDialogState | undefined;
  start(documents: readonly DocumentRow[]): void;
  /** Downloads in spite of the findings; documents with empty required fields are left out. */
  proceed(): void;
  stop(): void;
  close(): void;
};

const SHOWN_AFTER_MS = 400; // a single PDF is usually faster

/** Downloads PDFs from a list: one as a PDF, several as a ZIP. One download at a time. */
export function useDownload(): Download {
  const [busy, setBusy] = useState<Download["busy"]>();
  const [dialog, setDialog] = useState<DownloadDialogState>();
  const running = useRef<AbortController>(undefined);

  const run = async (all: number, work: (signal: AbortSignal) => Promise<void>) => {
    if (running.current) return;
    const control = new AbortController();
    running.current = control;
    const timer = setTimeout(
      () => setBusy((now) => now ?? { step: "looking", done: 0, all }),
      SHOWN_AFTER_MS,
    );
    try {
      await work(control.signal);
    } catch (error) {
      if (control.signal.aborted) notify({ kind: "fact", message: t`Cancelled. Nothing was downloaded.` });
      else reportFailure(error);
    } finally {
      clearTimeout(timer);
      running.current = undefined;
      setBusy(undefined);
    }
  };

  const make = async (documents: readonly DocumentRow[], signal: AbortSignal) => {
    const { makePdf, makeZip } = await import("./document-files.ts");
    const [only, ...others] = documents;
    if (!only) return;
    const all = documents.length;
    const onProgress = (done: number) => setBusy({ step: "making", done, all });
    if (all > 1) onProgress(0);
    const made =
      others.length === 0 ? await makePdf(only, signal) : await makeZip(documents, signal, onProgress);
    saveAndNotify(made);
    const { failures, count } = made;
    if (failures.length > 0) setDialog({ kind: "report", failures, count });
  };

  return {
    busy,
    dialog,
    start: (documents) =>
      void run(documents.length, async (signal) => {
        const all = documents.length;
        const findings = await checkDocuments(documents, signal, (done) => {
          if (all > 1) setBusy({ step: "looking", done, all });
        });
        if (findings.every(isComplete)) await make(documents, signal);
        else setDialog({ kind: "question", findings, of: documents });
      }),
    proceed: () => {
      if (dialog?.kind !== "question") return;
      const makeable = downloadable(dialog);
      setDialog(undefined);
      void run(makeable.length, (signal) => make(makeable, signal));
    },
    stop: () => running.current?.abort(),
    close: () => setDialog(undefined),
  };
}

/** The documents without empty required fields. */
export function downloadable({ findings }: { findings: readonly Finding[] }): DocumentRow[] {
  return findings
    .filter(({ needed, obstacle }) => !obstacle && needed.length === 0)
    .map(({ document }) => document);
}

function saveAndNotify({ file, count }: Made): void {
  if (!file) return;
  saveFile(file.content, file.name);
  if (count > 1) notify({ kind: "fact", message: formatDownloaded(file.name, count) });
}

function formatDownloaded(name: string, count: number): string {
  return plural(count, { one: `Downloaded ${name} with # PDF`, other: `Downloaded ${name} with # PDFs` });
}

function reportFailure(error: unknown): void {
  console.error("Download failed", error);
  const message =
    error instanceof RefusedCall && error.status < 500
      ? error.message
      : `${unreachableMessage()} ${t`Nothing was downloaded. Try again in a moment.`}`;
  notify({ kind: "failure", message });
}
