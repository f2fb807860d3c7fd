import search from "virtual:icon/search";
import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useAllTypes } from "../studio-types.ts";
import styles from "./template-table.module.css";
import { CHECKED, type Checked, SHOWN, type Shown, type TableView, viewQuery } from "./template-view.ts";

const stateLabels = (): Record<Shown, string> => ({
  all: t({ message: "All", context: "templates" }),
  published: t({ message: "Published", context: "templates" }),
  drafts: t`Drafts`,
  hidden: t({ message: "Hidden", context: "templates" }),
});
const checkLabels = (): Record<Checked, string> => ({
  passing: t({ message: "Passed", context: "checks" }),
  failing: t`Errors`,
  unchecked: t`Not checked`,
});
/** The list is requested after this pause in typing. */
const TYPING_MS = 250;

type Props = { view: TableView; counts: Partial<Record<Shown, number>> };

/** Search and filters; all of them are in the address. */
export function TableTools({ view, counts }: Props) {
  const navigate = useNavigate();
  const types = useAllTypes();
  return (
    <div className={styles.tableTools}>
      <SearchBox view={view} />
      <nav aria-label={t`Status`}>
        {SHOWN.map((shown) => (
          <Link
            key={shown}
            to={viewQuery(view, { shown })}
            aria-current={view.shown === shown ? "true" : undefined}
            preventScrollReset
          >
            {stateLabels()[shown]}
            {counts[shown] !== undefined && <span>{formatNumber(counts[shown])}</span>}
          </Link>
        ))}
      </nav>
      <div className={styles.tableSelects}>
        <select
          className={`input ${styles.tableSelect}`}
          aria-label={t`Type`}
          value={view.type ?? ""}
          onChange={({ target }) => navigate(viewQuery(view, { type: target.value || undefined }))}
        >
          <option value="">{t`All types`}</option>
          {types.map(({ id, plural }) => (
            <option key={id} value={id}>
              {plural}
            </option>
          ))}
        </select>
        <select
          className={`input ${styles.tableSelect}`}
          aria-label={t`Checks`}
          value={view.checked ?? ""}
          onChange={({ target }) =>
            navigate(viewQuery(view, { checked: CHECKED.find((each) => each === target.value) }))
          }
        >
          <option value="">{t`All checks`}</option>
          {CHECKED.map((checked) => (
            <option key={checked} value={checked}>
              {checkLabels()[checked]}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

function SearchBox({ view }: { view: TableView }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(view.query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Back or a link may have changed the query.
  useEffect(() => setTyped(view.query), [view.query]);
  const look = (words: string, wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (words.trim() !== view.query)
        void navigate(viewQuery(view, { query: words.trim() }), { replace: view.query !== "" });
    }, wait);
  };
  return (
    <search className={styles.tableSearch}>
      <Icon of={search} />
      <input
        type="search"
        className="input"
        aria-label={t`Search templates`}
        placeholder={t`Name or keyword`}
        maxLength={100}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          look(target.value, TYPING_MS);
        }}
        onKeyDown={({ key }) => key === "Enter" && look(typed, 0)}
      />
    </search>
  );
}
