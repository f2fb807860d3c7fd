import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { MAX_RULER_TEMPLATES, MAX_SEARCH_LENGTH } from "../../../../contract/limits.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { useTypes } from "../../../lib/pages/page-data.ts";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import styles from "./home-screen.module.css";
import { offeredSheets, type RulerSheet } from "./ruler-choice.ts";

type Props = { taken: readonly string[]; isFull: boolean; onAdd(sheet: RulerSheet): void };

/** Templates to add to the home page: search results, or the most used. */
export function OfferedSheets({ taken, isFull, onAdd }: Props) {
  const [query, setQuery] = useState("");
  const wanted = useDeferredValue(query.trim());
  const found = useQuery({ ...offeredSheets(wanted), placeholderData: keepPreviousData });
  const types = useTypes();
  const most = formatNumber(MAX_RULER_TEMPLATES);
  const offered = found.data?.filter(({ id }) => !taken.includes(id));
  return (
    <section className={styles.offered} aria-labelledby="offered-sheets">
      <div className={styles.offeredHead}>
        <h2 id="offered-sheets">{t`Add a template`}</h2>
        <TextField
          label={t`Search templates`}
          type="search"
          value={query}
          maxLength={MAX_SEARCH_LENGTH}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {isFull && (
        <p className="muted">
          {t`You’ve chosen the maximum of ${most} templates. Remove one to add another.`}
        </p>
      )}
      {!offered && (
        <PendingPart failure={t`We couldn’t load the templates.`} of={pendingOf(found)} height="10rem" />
      )}
      {offered?.length === 0 && (
        <p className="muted">{wanted ? t`No templates match “${wanted}”.` : t`No templates yet.`}</p>
      )}
      <ul className={styles.offeredSheets}>
        {offered?.map((sheet) => {
          const name = sheet.template_name;
          const type = types.find(({ slug }) => slug === sheet.type)?.singular ?? sheet.type;
          return (
            <li key={sheet.id}>
              <button
                type="button"
                disabled={isFull}
                aria-label={t`Add ${name}, ${type}`}
                onClick={() => onAdd(sheet)}
              >
                <span className={styles.offeredPlace}>
                  <Sheet image={sheet.image} ratio={pageRatio(sheet.page)} sizes="96px" />
                </span>
                <span>
                  {name} <small>{type}</small>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
