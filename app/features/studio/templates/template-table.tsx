import down from "virtual:icon/arrow-down";
import up from "virtual:icon/arrow-up";
import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import { Icon } from "../../../ui/icon.tsx";
import type { DraftRow, TemplateRow } from "./listed-templates.ts";
import { DraftLine, TemplateLine } from "./template-row.tsx";
import styles from "./template-table.module.css";
import { type SortKey, sortBy, type TableView, viewQuery } from "./template-view.ts";

type Props = {
  view: TableView;
  templates: readonly TemplateRow[];
  /** Shown before the templates. */
  drafts: readonly DraftRow[];
  /** All open drafts, to mark templates with a draft of their next version. */
  openDrafts: readonly DraftRow[];
  chosen: ReadonlySet<string>;
  onToggle(id: string, isRange: boolean): void;
  onToggleAll(): void;
  onMove(row: TemplateRow): void;
  onDelete(row: TemplateRow): void;
};

/** All templates of the library, one per row. */
export function TemplateTable(props: Props) {
  const { view, templates, drafts, openDrafts, chosen, onToggle, onMove, onDelete } = props;
  const choiceOf = (id: string) => ({
    isChosen: chosen.has(id),
    onToggle: (isRange: boolean) => onToggle(id, isRange),
  });
  return (
    <table className="template-table">
      <caption className="sr-only">{t`Templates`}</caption>
      <thead>
        <tr>
          <AllCell {...props} />
          <td className={styles.cellSheet} />
          <Column view={view} sort="name" label={t({ message: "Name", context: "of a thing" })} />
          <Column view={view} sort="state" label={t`Status`} className={styles.cellState} />
          <Column
            view={view}
            sort="version"
            label={t`Version`}
            className={`${styles.cellNumber} cell-version`}
          />
          <Column view={view} sort="used" label={t`Uses`} className={styles.cellNumber} />
          <Column
            view={view}
            sort="exported"
            label={t`Downloads`}
            className={`${styles.cellNumber} ${styles.cellExported}`}
          />
          <Column
            view={view}
            sort="rating"
            label={t`Rating`}
            className={`${styles.cellNumber} ${styles.cellRating}`}
          />
          <Column view={view} sort="checks" label={t`Checks`} className={styles.cellChecks} />
          <Column view={view} sort="changed" label={t`Last edited`} className={styles.cellChanged} />
          <td className={styles.cellMenu} />
        </tr>
      </thead>
      <tbody>
        {drafts.map((row) => (
          <DraftLine key={row.id} row={row} choice={choiceOf(row.id)} />
        ))}
        {templates.map((row) => (
          <TemplateLine
            key={row.id}
            row={row}
            draft={openDrafts.find(({ templates_id }) => templates_id === row.id)}
            choice={choiceOf(row.id)}
            onMove={() => onMove(row)}
            onDelete={() => onDelete(row)}
          />
        ))}
      </tbody>
    </table>
  );
}

function AllCell({ templates, drafts, chosen, onToggleAll }: Props) {
  const shown = templates.length + drafts.length;
  const isAll = chosen.size > 0 && chosen.size === shown;
  return (
    <td className={styles.cellChoice}>
      <label className="check">
        <span className="sr-only">{t`Select all on this page`}</span>
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = chosen.size > 0 && !isAll;
          }}
          onChange={onToggleAll}
        />
      </label>
    </td>
  );
}

type ColumnProps = { view: TableView; sort: SortKey; label: string; className?: string };

/** A link, so that Back works and the order can be shared. */
function Column({ view, sort, label, className = "" }: ColumnProps) {
  const isSorted = view.sort === sort;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (view.isDescending ? "descending" : "ascending") : undefined}
    >
      <Link to={viewQuery(view, sortBy(view, sort))} preventScrollReset>
        {label}
        {isSorted && <Icon of={view.isDescending ? down : up} />}
      </Link>
    </th>
  );
}
