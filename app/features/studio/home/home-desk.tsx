import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "react-router";
import { MAX_RULER_TEMPLATES } from "../../../../contract/limits.ts";
import type { LibrarySettings } from "../../../../contract/site/site.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { Button } from "../../../ui/button.tsx";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import { changeSettings, librarySettings } from "../../operators/index.ts";
import styles from "./home-desk.module.css";
import { LibraryForm } from "./library-form.tsx";
import { OfferedSheets } from "./offered-sheets.tsx";
import {
  chosenSheets,
  firstChoice,
  moved,
  offeredSheets,
  type RulerSheet,
  sameOrder,
} from "./ruler-choice.ts";
import { SheetOrder } from "./sheet-order.tsx";

/** What stands on the first page, and what the library is called. */
export function HomeDesk() {
  const query = useQuery({ ...librarySettings, refetchOnMount: "always" });
  const settings = query.data;
  const chosen = useQuery({ ...chosenSheets(settings?.ruler ?? []), enabled: settings !== undefined });
  return (
    <>
      <header className="bench-head">
        <h1>Home</h1>
        <p>
          The sheets on the ruler of the first page.{" "}
          <Link className="link" to="/">
            See home
          </Link>
        </p>
      </header>
      {settings && chosen.data ? (
        <>
          <RulerForm key={JSON.stringify(settings.ruler)} settings={settings} start={chosen.data} />
          <LibraryForm settings={settings} />
        </>
      ) : (
        <PendingPart what="the home page" of={pendingOf(query, chosen)} height="24rem" />
      )}
    </>
  );
}

function RulerForm({ settings, start }: { settings: LibrarySettings; start: readonly RulerSheet[] }) {
  const [ordered, setSheets] = useState(start.length > 0 ? start : null);
  const [isOwn, setIsOwn] = useState(settings.ruler !== null);
  const { data: mostUsed = [] } = useQuery(offeredSheets(""));
  // The suggestion may arrive after the operator has pressed "I choose".
  const sheets = ordered ?? firstChoice(mostUsed);
  const name = useId();
  const stored = settings.ruler ?? [];
  const isChanged = isOwn ? settings.ruler === null || !sameOrder(sheets, stored) : settings.ruler !== null;
  const gone = stored.length - start.length;

  const save = useMutation({
    mutationFn: async () => {
      const before = settings.ruler;
      await changeSettings({ ruler: isOwn && sheets.length > 0 ? sheets.map(({ id }) => id) : null });
      notify({
        kind: "fact",
        message: isOwn ? "Home shows your sheets." : "Home chooses its sheets.",
        action: { label: "Undo", run: () => void changeSettings({ ruler: before }) },
      });
    },
    meta: { failure: "Ruler not saved", outcome: "Home stays as it was." },
  });

  return (
    <section className={styles.rulerForm} aria-label="The ruler">
      <fieldset className={styles.rulerModes}>
        <legend className="sr-only">Who chooses the sheets</legend>
        <label>
          <input type="radio" name={name} checked={!isOwn} onChange={() => setIsOwn(false)} />
          <span>
            <b>Choose for me</b>
            <small>Sheets of different sizes and types, the most used first.</small>
          </span>
        </label>
        <label>
          <input type="radio" name={name} checked={isOwn} onChange={() => setIsOwn(true)} />
          <span>
            <b>I choose</b>
            <small>Up to {MAX_RULER_TEMPLATES} sheets in your order; a phone shows the first of them.</small>
          </span>
        </label>
      </fieldset>
      {isOwn && sheets.length > 0 && (
        <SheetOrder
          sheets={sheets}
          onMove={(from, to) => setSheets(moved(sheets, from, to))}
          onRemove={(id) => setSheets(sheets.filter((sheet) => sheet.id !== id))}
        />
      )}
      {isOwn && sheets.length === 0 && (
        <p className="muted">Nothing on the ruler: home chooses until you add a sheet.</p>
      )}
      {isOwn && gone > 0 && (
        <p className="muted">
          {gone === 1
            ? "One chosen template is hidden or deleted and stands"
            : `${gone} chosen templates are hidden or deleted and stand`}{" "}
          on home no more. Saving forgets {gone === 1 ? "it" : "them"}.
        </p>
      )}
      <div className={styles.rulerSave}>
        <Button variant="primary" isBusy={save.isPending} busyMessage="Saving" onClick={() => save.mutate()}>
          Save
        </Button>
        <p role="status">
          {save.isPending ? "" : isChanged ? "Not saved yet" : "Saved, and what visitors see"}
        </p>
      </div>
      {isOwn && (
        <OfferedSheets
          taken={sheets.map(({ id }) => id)}
          isFull={sheets.length >= MAX_RULER_TEMPLATES}
          onAdd={(sheet) => setSheets([...sheets, sheet])}
        />
      )}
    </section>
  );
}
