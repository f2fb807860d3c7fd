import down from "virtual:icon/arrow-down";
import up from "virtual:icon/arrow-up";
import chevron from "virtual:icon/chevron-right";
import alert from "virtual:icon/circle-alert";
import grip from "virtual:icon/grip-vertical";
import bin from "virtual:icon/trash";
import { useSortable } from "@dnd-kit/sortable";
import { t } from "@lingui/core/macro";
import { type ComponentType, type KeyboardEvent, memo } from "react";
import type { ListField } from "../../../../contract/templates/template-file.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { FieldPath } from "../draft.ts";
import { idOf } from "./field-path.ts";
import { type FieldProps, useHoldsHighlighted, useHoldsProblem, useLanguage } from "./form-context.ts";
import styles from "./list.module.css";
import { cellText, numberColumns, numberedName, rowName, rowSummary } from "./list-text.ts";

export type RowActions = {
  open(key: string | undefined): void;
  remove(index: number): void;
  move(from: number, to: number): void;
};

type Props = {
  list: ListField;
  /** The list's path. */
  path: FieldPath;
  row: unknown;
  rowKey: string;
  index: number;
  count: number;
  isOpen: boolean;
  actions: RowActions;
  RowField: ComponentType<FieldProps>;
};

const OPENED_BY_KEYS = "select, input[type=date], input[type=time]";

/** One row: a summary when closed, its fields when open. Closed rows render no fields, so long lists stay fast. */
export const ListRow = memo(function ListRow(props: Props) {
  const { list, path, rowKey, index, count, actions } = props;
  const { setNodeRef, setActivatorNodeRef, transform, transition, isDragging, attributes, listeners } =
    useSortable({ id: rowKey, disabled: count < 2 });
  const name = numberedName(list, index);
  const shift = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    // These keys open the picker of such inputs.
    if (event.target instanceof Element && event.target.matches(OPENED_BY_KEYS)) return;
    // A nested list moves its own row, not this one as well.
    event.stopPropagation();
    event.preventDefault();
    actions.move(index, event.key === "ArrowUp" ? index - 1 : index + 1);
  };
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? `${styles.listRow} ${styles.dragged}` : styles.listRow}
      data-row={`${path}.${index}`}
      style={
        transform
          ? { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)`, transition }
          : { transition }
      }
      onKeyDown={shift}
    >
      {count > 1 ? (
        <button
          ref={setActivatorNodeRef}
          type="button"
          className="row-handle"
          {...attributes}
          {...listeners}
          aria-label={t`Move ${name}`}
        >
          <Icon of={grip} />
        </button>
      ) : (
        <span className="row-handle" />
      )}
      {list.items.type === "object" ? (
        <FoldedRow {...props} name={name} />
      ) : (
        <PlainRow {...props} name={name} />
      )}
    </li>
  );
});

/** A row with a single text is always open. */
function PlainRow(props: Props & { name: string }) {
  const { index, name, actions } = props;
  return (
    <div className="row-plain">
      <RowFields {...props} />
      <IconButton label={t`Remove ${name}`} icon={bin} onClick={() => actions.remove(index)} />
    </div>
  );
}

function FoldedRow(props: Props & { name: string }) {
  const { list, row, rowKey, index, count, isOpen, name, actions, path } = props;
  const bodyId = `${idOf(path)}.${index}-body`;
  return (
    <>
      <button
        type="button"
        className="row-line"
        aria-expanded={isOpen}
        aria-controls={isOpen ? bodyId : undefined}
        onClick={() => actions.open(isOpen ? undefined : rowKey)}
      >
        <RowLine {...props} />
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would add its own box to the row's grid
        <div id={bodyId} className="row-body" role="group" aria-label={name}>
          <RowFields {...props} />
          <div className={styles.rowActions}>
            {/* Not disabled at the ends: the button would lose focus on the last move. */}
            {count > 1 && (
              <>
                <Button
                  variant="bare"
                  size="small"
                  aria-disabled={index === 0 || undefined}
                  onClick={() => actions.move(index, index - 1)}
                >
                  <Icon of={up} />
                  {t`Move up`}
                </Button>
                <Button
                  variant="bare"
                  size="small"
                  aria-disabled={index === count - 1 || undefined}
                  onClick={() => actions.move(index, index + 1)}
                >
                  <Icon of={down} />
                  {t`Move down`}
                </Button>
              </>
            )}
            <Button
              variant="bare"
              size="small"
              className={styles.rowRemove}
              aria-label={t`Remove ${{ name: rowSummary(list.items, row).text || name }}`}
              onClick={() => actions.remove(index)}
            >
              <Icon of={bin} />
              {t`Remove`}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

function RowLine({ list, path, row, index, isOpen }: Props) {
  const rowPath = `${path}.${index}`;
  const hasProblem = useHoldsProblem(rowPath) && !isOpen;
  const isHighlighted = useHoldsHighlighted(rowPath) && !isOpen;
  const language = useLanguage();
  const { text, more } = rowSummary(list.items, row);
  return (
    <>
      <span
        className={isHighlighted ? `${styles.rowText} highlighted` : styles.rowText}
        data-highlighted={isHighlighted || undefined}
      >
        {text ? <bdi>{text}</bdi> : <i>{t`${{ name: numberedName(list, index) }}, empty`}</i>}
        {more && <small>{more}</small>}
        {hasProblem && (
          <span className={styles.rowProblem}>
            <Icon of={alert} />
            <span className="sr-only">
              {t({ message: "has an error", comment: "Read out after the name of a row" })}
            </span>
          </span>
        )}
      </span>
      {numberColumns(list.items).map((column) => (
        <span
          key={column.name}
          className={column.isMoney ? `${styles.rowNumber} ${styles.money} num` : `${styles.rowNumber} num`}
        >
          {cellText(row, column, language)}
        </span>
      ))}
      <Icon of={chevron} />
    </>
  );
}

function RowFields({ list, path, row, index, RowField }: Props) {
  return (
    <RowField
      schema={list.items}
      path={`${path}.${index}`}
      label={rowName(list)}
      isRequired={false}
      value={row}
    />
  );
}
