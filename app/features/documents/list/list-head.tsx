import search from "virtual:icon/search";
import bin from "virtual:icon/trash";
import { t } from "@lingui/core/macro";
import { useId } from "react";
import { Link } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./documents.module.css";

type Props = {
  query: string;
  hasAny: boolean;
  /** The number of documents in the bin. */
  binned: number;
  isSelecting: boolean;
  onQuery(query: string): void;
  onSelecting(isSelecting: boolean): void;
};

export function ListHead({ query, hasAny, binned, isSelecting, onQuery, onSelecting }: Props) {
  const field = useId();
  return (
    <div className="dashboard-head documents-head">
      <h1>{t`Documents`}</h1>
      {binned > 0 && (
        <Link className={`button ${styles.binLink}`} to="?bin">
          <Icon of={bin} />
          <span className={styles.binLabel}>{t`Bin`}</span> <span className="count">{binned}</span>
        </Link>
      )}
      {hasAny && (
        <>
          <div className="dashboard-search">
            <label className="sr-only" htmlFor={field}>{t`Search your documents`}</label>
            <Icon of={search} />
            <input
              id={field}
              type="search"
              className="input"
              placeholder={t`Search documents`}
              value={query}
              onChange={(event) => onQuery(event.target.value)}
            />
          </div>
          <Button onClick={() => onSelecting(!isSelecting)}>{isSelecting ? t`Done` : t`Select`}</Button>
        </>
      )}
    </div>
  );
}
