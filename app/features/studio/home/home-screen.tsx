import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "react-router";
import { MAX_RULER_TEMPLATES } from "../../../../contract/limits.ts";
import type { LibrarySettings } from "../../../../contract/site/site.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { Button } from "../../../ui/button.tsx";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import { changeSettings, librarySettings } from "../../operators/index.ts";
import styles from "./home-screen.module.css";
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

/** The templates on the home page, and the name of the library. */
export function HomeScreen() {
  const query = useQuery({ ...librarySettings, refetchOnMount: "always" });
  const settings = query.data;
  const chosen = useQuery({ ...chosenSheets(settings?.ruler ?? []), enabled: settings !== undefined });
  return (
    <>
      <header className="studio-head">
        <h1>{t`Home page`}</h1>
        <p>
          <Trans>
            Choose which templates visitors see first.{" "}
            <Link className="link" to="/">
              View home page
            </Link>
          </Trans>
        </p>
      </header>
      {settings && chosen.data ? (
        <>
          <RulerForm key={JSON.stringify(settings.ruler)} settings={settings} start={chosen.data} />
          <LibraryForm settings={settings} />
        </>
      ) : (
        <PendingPart
          failure={t`We couldn’t load the home page.`}
          of={pendingOf(query, chosen)}
          height="24rem"
        />
      )}
    </>
  );
}

function RulerForm({ settings, start }: { settings: LibrarySettings; start: readonly RulerSheet[] }) {
  const [ordered, setSheets] = useState(start.length > 0 ? start : null);
  const [isOwn, setIsOwn] = useState(settings.ruler !== null);
  const { data: mostUsed = [] } = useQuery(offeredSheets(""));
  // The suggestion may arrive after the operator has chosen "Custom".
  const sheets = ordered ?? firstChoice(mostUsed);
  const name = useId();
  const most = formatNumber(MAX_RULER_TEMPLATES);
  const stored = settings.ruler ?? [];
  const isChanged = isOwn ? settings.ruler === null || !sameOrder(sheets, stored) : settings.ruler !== null;
  const removedCount = stored.length - start.length;

  const save = useMutation({
    mutationFn: async () => {
      const before = settings.ruler;
      await changeSettings({ ruler: isOwn && sheets.length > 0 ? sheets.map(({ id }) => id) : null });
      notify({
        kind: "fact",
        message: isOwn
          ? t`The home page now shows the templates you chose.`
          : t`The home page now chooses its templates automatically.`,
        action: { label: t`Undo`, run: () => void changeSettings({ ruler: before }) },
      });
    },
    meta: { failure: "Ruler not saved", outcome: t`We couldn’t change the home page.` },
  });

  return (
    <section className={styles.rulerForm} aria-label={t`Featured templates`}>
      <fieldset className={styles.rulerModes}>
        <legend className="sr-only">{t`How templates are chosen`}</legend>
        <label>
          <input type="radio" name={name} checked={!isOwn} onChange={() => setIsOwn(false)} />
          <span>
            <b>
              {t({
                message: "Automatic",
                comment: "The templates on the home page are chosen by popularity",
              })}
            </b>
            <small>{t`Popular templates of different types and sizes.`}</small>
          </span>
        </label>
        <label>
          <input type="radio" name={name} checked={isOwn} onChange={() => setIsOwn(true)} />
          <span>
            <b>{t({ message: "Custom", comment: "The operator chooses the templates on the home page" })}</b>
            <small>{t`Up to ${most} templates in your order. Phones show only the first few.`}</small>
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
        <p className="muted">{t`No templates chosen. The home page chooses automatically until you add one.`}</p>
      )}
      {isOwn && removedCount > 0 && (
        <p className="muted">
          {plural(
            { count: removedCount },
            {
              one: "# template you chose is hidden or deleted, so it isn’t shown. Saving removes it from this list.",
              other:
                "# templates you chose are hidden or deleted, so they aren’t shown. Saving removes them from this list.",
            },
          )}
        </p>
      )}
      <div className={styles.rulerSave}>
        <Button
          variant="primary"
          isBusy={save.isPending}
          busyMessage={t`Saving…`}
          onClick={() => save.mutate()}
        >{t`Save`}</Button>
        <p role="status">{save.isPending ? "" : isChanged ? t`Unsaved changes` : t`Saved`}</p>
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
