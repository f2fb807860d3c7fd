import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useId, useState } from "react";
import { MAX_PAGE_TEXT } from "../../../../contract/limits.ts";
import { pagePath } from "../../../../contract/site/site.ts";
import { slugify } from "../../../../shared/text/slugify.ts";
import { errorMessage, RefusedCall } from "../../../lib/http/http-client.ts";
import { Button } from "../../../ui/button.tsx";
import { FormProblem } from "../../../ui/form-parts.tsx";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import { TextArea, TextField } from "../../../ui/text-field.tsx";
import { PageView } from "./page-view.tsx";
import styles from "./pages.module.css";
import { hasFreeAddress, type SitePage } from "./site-pages.ts";

export type PageValues = { id: string; title: string; body: string; isLinked: boolean };

type Props = {
  start: PageValues;
  /** Whether it isn't stored yet. */
  isNew: boolean;
  /** Throws if the server refuses. `force` overwrites a version that someone else has saved. */
  save(values: PageValues, force: boolean): Promise<void>;
  /** Replaces the form with the version that someone else has saved. */
  takeTheirs(theirs: SitePage): void;
};

/** Edits a page next to its preview. */
export function PageForm({ start, isNew, save, takeTheirs }: Props) {
  const [values, setValues] = useState(start);
  const [stored, setStored] = useState(start);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [theirs, setTheirs] = useState<SitePage>();
  const [isNamed, setIsNamed] = useState(!isNew);
  const linked = useId();
  const isChanged = JSON.stringify(values) !== JSON.stringify(stored);
  const change = (some: Partial<PageValues>) => setValues((before) => ({ ...before, ...some }));
  const isFree = hasFreeAddress(start.id);
  // Typed as they are, in every language.
  const [library, contact] = ["{library}", "{contact}"];

  const keep = async (event?: FormEvent, force = false) => {
    event?.preventDefault();
    if (!values.title.trim()) return setProblem(t`Enter a title.`);
    if (!values.id) return setProblem(t`Enter an address.`);
    setIsBusy(true);
    setProblem("");
    try {
      await save(values, force);
      setStored(values);
      setTheirs(undefined);
    } catch (error) {
      console.error("Page not saved", error);
      if (error instanceof RefusedCall && error.status === 412) setTheirs(error.details.current as SitePage);
      else setProblem(explain(error));
    }
    setIsBusy(false);
  };

  return (
    <form className={styles.pageForm} method="post" noValidate onSubmit={keep}>
      <div className={styles.pageFields}>
        <FormProblem>{problem}</FormProblem>
        {theirs && (
          <div className={styles.pageConflict} role="alert">
            <p>
              <Trans>
                <b>Someone else changed this page.</b> Your version is still here and nothing was overwritten.
                The preview shows their version.
              </Trans>
            </p>
            <Button size="small" onClick={() => keep(undefined, true)}>{t`Overwrite with mine`}</Button>
            <Button size="small" onClick={() => takeTheirs(theirs)}>{t`Use theirs`}</Button>
          </div>
        )}
        <TextField
          label={t`Title`}
          value={values.title}
          maxLength={120}
          onChange={({ target: { value } }) =>
            change({ title: value, ...(isNamed || !isFree ? {} : { id: slugify(value) }) })
          }
        />
        {isFree && (
          <TextField
            label={t({ message: "Address", context: "of a web page" })}
            value={values.id}
            maxLength={60}
            spellCheck={false}
            hint={pagePath(values.id || "…")}
            onChange={({ target: { value } }) => {
              setIsNamed(true);
              change({ id: value });
            }}
            onBlur={() => change({ id: slugify(values.id) })}
          />
        )}
        <div className={styles.pageLinked}>
          <input
            id={linked}
            type="checkbox"
            checked={values.isLinked}
            onChange={(event) => change({ isLinked: event.target.checked })}
          />
          <label htmlFor={linked}>{t`Show in footer`}</label>
        </div>
        <TextArea
          label={t`Text`}
          className={`input ${styles.pageSource}`}
          rows={24}
          value={values.body}
          maxLength={MAX_PAGE_TEXT}
          hint={t`Markdown: # heading, *italic*, **bold**, - list, [link](/path). ${library} and ${contact} are replaced with the library’s name and contact details. HTML isn’t supported.`}
          onChange={(event) => change({ body: event.target.value })}
        />
        <div className={styles.pageSave}>
          <Button type="submit" variant="primary" isBusy={isBusy} busyMessage={t`Saving…`}>{t`Save`}</Button>
          <p role="status">{isBusy ? "" : isChanged ? t`Unsaved changes` : isNew ? "" : t`Saved`}</p>
        </div>
      </div>
      <PageView title={theirs?.title ?? values.title} body={theirs?.body ?? values.body} />
      {isChanged && !isBusy && <LeaveGuard>{t`Your changes to this page will be lost.`}</LeaveGuard>}
    </form>
  );
}

function explain(error: unknown): string {
  if (error instanceof RefusedCall && error.code === "RECORD_NOT_UNIQUE")
    return t`Another page already has this address. Choose a different one.`;
  const reason = errorMessage(error);
  return t`We couldn’t save the page. ${reason}`;
}
