// Loaded when the ATS check is opened.
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { readPdfText } from "../../../../../shared/reading/pdf-text.ts";
import { type ReadValue, readBack } from "../../../../../shared/reading/read-back.ts";
import { isPrivatePage } from "../../../../lib/browser/private-page.ts";
import { unreachableMessage } from "../../../../lib/http/connection.ts";
import { RefusedCall } from "../../../../lib/http/http-client.ts";
import { formatNumber } from "../../../../lib/i18n/intl.ts";
import { Button } from "../../../../ui/button.tsx";
import { Dialog, DialogActions, DialogDescription } from "../../../../ui/dialog.tsx";
import { FormProblem } from "../../../../ui/form-parts.tsx";
import { describeEngineFailure } from "../../device/engine-failure.ts";
import type { Draft, FieldPath } from "../../draft.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { labelOf } from "../../field-labels.ts";
import { exportPdf } from "../exported-files.ts";
import styles from "./reading-dialog.module.css";

type Props = {
  template: EditorTemplate;
  /** The draft to check; undefined while the dialog is closed. */
  draft: Draft | undefined;
  onField(path: FieldPath): void;
  onClose(): void;
};

/** Shows the text of the PDF and which values of the form it contains. */
export default function ReadingDialog(props: Props) {
  const { draft, onClose } = props;
  return (
    <Dialog isOpen={draft !== undefined} className="reading" title={t`ATS check`} onClose={onClose}>
      {draft && <Reading {...props} draft={draft} />}
      <DialogActions close={t`Close`} />
    </Dialog>
  );
}

type Read = { text: string; values: ReadValue[] };

function Reading({ template, draft, onField }: Props & { draft: Draft }) {
  const [attempt, setAttempt] = useState(0);
  const [read, setRead] = useState<Read>();
  const [problem, setProblem] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when somebody asks for it
  useEffect(() => {
    const stop = new AbortController();
    setProblem(undefined);
    readDraft(template, draft, stop.signal).then(setRead, (error: unknown) => {
      if (stop.signal.aborted) return;
      console.error("Reading back failed", error);
      setProblem(failureMessage(error));
    });
    return () => stop.abort();
  }, [template, draft, attempt]);

  return (
    <>
      <DialogDescription>{t`Many employers use an applicant tracking system (ATS) that reads the text of your PDF before anyone sees the page. This is the text it finds, in reading order.`}</DialogDescription>
      <FormProblem>{problem}</FormProblem>
      {problem && <Button onClick={() => setAttempt(attempt + 1)}>{t`Try again`}</Button>}
      <p role="status" className={styles.readingSum}>
        {read ? formatSummary(read.values) : problem ? "" : t`Reading your PDF…`}
      </p>
      {read && (
        <div className={styles.readingSides}>
          <section aria-labelledby="reading-values">
            <h3 id="reading-values">{t`What you entered`}</h3>
            <Values template={template} values={read.values} onField={onField} />
          </section>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
          <section aria-labelledby="reading-text" tabIndex={0}>
            <h3 id="reading-text">{t`Text in the PDF`}</h3>
            <pre>{read.text}</pre>
          </section>
        </div>
      )}
    </>
  );
}

const STATES: readonly ReadValue["state"][] = ["missing", "elsewhere", "found"];

function stateTitle(state: ReadValue["state"]): string {
  if (state === "missing") return t`Not found`;
  return state === "elsewhere"
    ? t({ message: "Out of order", context: "in another order" })
    : t({ message: "Found", context: "heading above values that were found" });
}

type ValuesProps = { template: EditorTemplate; values: readonly ReadValue[]; onField(path: FieldPath): void };

/** Problems come first; each value links to its field. */
function Values({ template, values, onField }: ValuesProps) {
  if (values.length === 0) return <p className="muted">{t`You haven’t entered anything yet.`}</p>;
  return STATES.map((state) => {
    const own = values.filter((value) => value.state === state);
    if (own.length === 0) return null;
    return (
      <div key={state} data-state={state} className={styles.readingGroup}>
        <h4>
          {stateTitle(state)} <span className="num">{formatNumber(own.length)}</span>
        </h4>
        <ul>
          {own.map(({ path, value }) => (
            <li key={path}>
              <button type="button" className="link" onClick={() => onField(path)}>
                {labelOf(template.fields, path)}
              </button>
              <span>{value}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

async function readDraft(template: EditorTemplate, draft: Draft, signal: AbortSignal): Promise<Read> {
  const { content } = await exportPdf(template, draft, signal);
  const text = readPdfText(new Uint8Array(await content.arrayBuffer()));
  return { text: inLines(text), values: readBack(template.fields, draft.data, text) };
}

/** Removes blank lines. */
function inLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

function formatSummary(values: readonly ReadValue[]): string {
  const count = (state: ReadValue["state"]) => values.filter((value) => value.state === state).length;
  const [missing, elsewhere] = [count("missing"), count("elsewhere")];
  if (values.length === 0) return t`Nothing to check yet.`;
  if (missing + elsewhere === 0) return t`All values found, in the right order.`;
  return t`Values found: ${{ found: count("found") }} of ${{ all: values.length }}. Out of order: ${elsewhere}. Not found: ${missing}.`;
}

function failureMessage(error: unknown): string {
  if (error instanceof RefusedCall && error.faults.length > 0)
    return t`The PDF can’t be created yet because some fields are empty or have errors. Choose Download PDF to see which.`;
  if (error instanceof RefusedCall && error.status < 500) return error.message;
  if (isPrivatePage()) return describeEngineFailure(error);
  return `${unreachableMessage()} ${t`Try again in a moment.`}`;
}
