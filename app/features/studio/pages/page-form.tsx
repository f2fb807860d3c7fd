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
  /** Whether it is not kept yet. */
  isNew: boolean;
  /** Keeps it; what was refused is thrown. `force`: also over what somebody else has saved meanwhile. */
  save(values: PageValues, force: boolean): Promise<void>;
  /** Leaves what was typed for what somebody else has saved. */
  takeTheirs(theirs: SitePage): void;
};

/** A page while it is written, with what visitors will read beside it. Nothing is shown to them before it is saved. */
export function PageForm({ start, isNew, save, takeTheirs }: Props) {
  const [values, setValues] = useState(start);
  const [kept, setKept] = useState(start);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [theirs, setTheirs] = useState<SitePage>();
  const [isNamed, setIsNamed] = useState(!isNew);
  const linked = useId();
  const isChanged = JSON.stringify(values) !== JSON.stringify(kept);
  const change = (some: Partial<PageValues>) => setValues((before) => ({ ...before, ...some }));
  const isFree = hasFreeAddress(start.id);

  const keep = async (event?: FormEvent, force = false) => {
    event?.preventDefault();
    if (!values.title.trim()) return setProblem("The page needs a title.");
    if (!values.id) return setProblem("The page needs an address.");
    setIsBusy(true);
    setProblem("");
    try {
      await save(values, force);
      setKept(values);
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
      <div className={styles.pageWords}>
        <FormProblem>{problem}</FormProblem>
        {theirs && (
          <div className={styles.pageTheirs} role="alert">
            <p>
              <b>Somebody else saved this page while you were writing.</b> Yours is still here, and nothing
              was overwritten. Theirs is shown beside it.
            </p>
            <Button size="small" onClick={() => keep(undefined, true)}>
              Save mine over it
            </Button>
            <Button size="small" onClick={() => takeTheirs(theirs)}>
              Take theirs
            </Button>
          </div>
        )}
        <TextField
          label="Title"
          value={values.title}
          maxLength={120}
          onChange={({ target: { value } }) =>
            change({ title: value, ...(isNamed || !isFree ? {} : { id: slugify(value) }) })
          }
        />
        {isFree && (
          <TextField
            label="Address"
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
          <label htmlFor={linked}>Link it in the footer</label>
        </div>
        <TextArea
          label="Text"
          className={`input ${styles.pageSource}`}
          rows={24}
          value={values.body}
          maxLength={MAX_PAGE_TEXT}
          hint="Markdown: # heading, *emphasis*, **strong**, - list, [words](/path). {library} and {contact} are filled in; HTML is shown as it is typed."
          onChange={(event) => change({ body: event.target.value })}
        />
        <div className={styles.pageSave}>
          <Button type="submit" variant="primary" isBusy={isBusy} busyMessage="Saving">
            Save
          </Button>
          <p role="status">
            {isBusy ? "" : isChanged ? "Not saved yet" : isNew ? "" : "Saved, and what visitors read"}
          </p>
        </div>
      </div>
      <PageView title={theirs?.title ?? values.title} body={theirs?.body ?? values.body} />
      {isChanged && !isBusy && <LeaveGuard>What you changed on this page would be lost.</LeaveGuard>}
    </form>
  );
}

/** The server names the address by its field. */
function explain(error: unknown): string {
  if (error instanceof RefusedCall && error.code === "RECORD_NOT_UNIQUE")
    return "There is already a page at this address. Choose another; what you typed is still here.";
  return `Not saved; what you typed is still here. ${errorMessage(error)}`;
}
