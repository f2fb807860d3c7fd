import alert from "virtual:icon/circle-alert";
import plus from "virtual:icon/plus";
import { t } from "@lingui/core/macro";
import {
  type ClipboardEvent,
  type ComponentType,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { ListField } from "../../../../contract/templates/template-file.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { Icon } from "../../../ui/icon.tsx";
import { isFilled } from "../../documents/index.ts";
import { stepsOf } from "./field-path.ts";
import { focusFirst, useOpenableList } from "./focus-field.ts";
import { type FieldProps, useFormContext, useLanguage, useProblem } from "./form-context.ts";
import { GapNumber } from "./gap-number.tsx";
import styles from "./list.module.css";
import { ListRow, type RowActions } from "./list-row.tsx";
import { addLabel, numberColumns, numberedName, rowName, textColumn } from "./list-text.ts";
import { pastedMessage, pasteRows, readPastedCells } from "./pasted-rows.ts";
import { keyRows, makeRowKey, moveRow, reuseKeys } from "./row-keys.ts";
import { RowOrder } from "./row-order.tsx";

const BLANK_LIST: Record<string, readonly unknown[]> = { object: [{}], string: [""] };

/** A row may contain a list, so its field is a prop: importing it here would be circular. */
type Props = FieldProps<ListField> & { RowField: ComponentType<FieldProps> };

/** A new list starts with one empty row; a list whose last row was removed is empty. */
export function List({ schema: list, path, isRequired, value, RowField }: Props) {
  const { changeRows } = useFormContext();
  const language = useLanguage();
  const rows: readonly unknown[] = Array.isArray(value) ? value : (BLANK_LIST[list.items.type] ?? [""]);
  const box = useRef<HTMLFieldSetElement>(null);
  const titleId = useId();

  const [keyed, setKeyed] = useState(() => keyRows(rows));
  const current = keyed.rows === rows ? keyed : reuseKeys(keyed, rows);
  if (current !== keyed) setKeyed(current);
  const { keys } = current;
  const [openKey, setOpenKey] = useState(() => (isLoneBlank(rows) ? keys[0] : undefined));
  const [announced, setAnnounced] = useState("");

  const afterRender = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    afterRender.current?.();
    afterRender.current = undefined;
  });

  const change = (nextRows: readonly unknown[], nextKeys: readonly string[], then?: () => void) => {
    setKeyed({ rows: nextRows, keys: nextKeys });
    afterRender.current = then;
    changeRows(path, nextRows);
  };
  const rowAt = (index: number) => box.current?.querySelector<HTMLElement>(`[data-row="${path}.${index}"]`);
  const isFull = list.maxItems !== undefined && rows.length >= list.maxItems;
  const name = rowName(list);

  const add = () => {
    const key = makeRowKey();
    setOpenKey(key);
    setAnnounced("");
    change([...rows, blankRow(list)], [...keys, key], () =>
      focusFirst(rowAt(rows.length), ".row-body, .row-plain"),
    );
  };
  const remove = (index: number) => {
    const left = rows.length - 1;
    setAnnounced(t`${{ name: numberedName(list, index) }} removed.`);
    change(rows.toSpliced(index, 1), keys.toSpliced(index, 1), () => {
      if (left === 0) focusFirst(box.current, ".row-add");
      else focusFirst(rowAt(Math.min(index, left - 1)), ".row-line, .row-plain");
    });
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length || from === to) return;
    setAnnounced(t`${name} moved to ${{ place: to + 1 }} of ${{ count: rows.length }}.`);
    change(moveRow(rows, from, to), moveRow(keys, from, to));
  };

  /** Spreadsheet cells become rows in one undo step. */
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const { target } = event;
    if (
      event.defaultPrevented ||
      !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
    )
      return;
    const at = target.closest<HTMLElement>(".field")?.dataset.path ?? "";
    const [row, column, ...deeper] = at.startsWith(`${path}.`) ? stepsOf(at.slice(path.length + 1)) : [];
    if (row === undefined || deeper.length > 0) return;
    const cells = readPastedCells(
      event.clipboardData.getData("text/plain"),
      target instanceof HTMLTextAreaElement,
    );
    if (!cells) return;
    event.preventDefault();
    const place = { row: Number(row), column: column === undefined ? undefined : String(column) };
    const pasted = pasteRows(list, rows, cells, place, language);
    setAnnounced("");
    change(pasted.rows, [...keys, ...Array.from({ length: pasted.added }, makeRowKey)]);
    notify({ kind: pasted.cut > 0 ? "failure" : "fact", message: pastedMessage(pasted, list.maxItems) });
  };

  const latest = useRef({ remove, move });
  latest.current = { remove, move };
  const actions = useMemo<RowActions>(
    () => ({
      open: setOpenKey,
      remove: (index) => latest.current.remove(index),
      move: (from, to) => latest.current.move(from, to),
    }),
    [],
  );
  useOpenableList(path, rows.length, (index) => setOpenKey(keys[index]));

  const columns = numberColumns(list.items);
  const isFolded = list.items.type === "object";
  const isSection = stepsOf(path).length === 1;
  const Heading = isSection ? "h2" : "h3";
  return (
    <fieldset
      ref={box}
      className={isSection ? "fields-section" : "fields-part"}
      aria-labelledby={titleId}
      data-path={path}
      onPaste={paste}
    >
      <Heading id={titleId} className={styles.listHead}>
        <GapNumber of={path} />
        {list.title}
        {isRequired && <span>{t`Required`}</span>}
      </Heading>
      {list.description && <p className="fields-about">{list.description}</p>}
      <ListProblem path={path} list={list} />
      <div className={styles.listRows}>
        {isFolded && columns.length > 0 && rows.length > 0 && (
          <div className={styles.rowTitles} aria-hidden="true">
            <span>{textColumn(list.items)}</span>
            {columns.map((column) => (
              <span
                key={column.name}
                className={column.isMoney ? `${styles.rowNumber} ${styles.money}` : styles.rowNumber}
              >
                {column.title}
              </span>
            ))}
          </div>
        )}
        <RowOrder keys={keys} name={name} onMove={move}>
          <ol>
            {rows.map((row, index) => (
              <ListRow
                key={keys[index]}
                list={list}
                path={path}
                row={row}
                rowKey={keys[index] ?? ""}
                index={index}
                count={rows.length}
                isOpen={openKey !== undefined && openKey === keys[index]}
                actions={actions}
                RowField={RowField}
              />
            ))}
          </ol>
        </RowOrder>
        {isFull ? (
          <p className={styles.rowFull}>{t`You’ve reached the limit of ${{ most: list.maxItems ?? "" }}.`}</p>
        ) : (
          <button type="button" className="row-add" onClick={add}>
            <Icon of={plus} />
            {addLabel(list)}
          </button>
        )}
      </div>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </fieldset>
  );
}

function ListProblem({ path, list }: { path: string; list: ListField }) {
  const problem = useProblem(path, list);
  if (!problem) return null;
  return (
    <p className="hint bad">
      <Icon of={alert} />
      {problem}
    </p>
  );
}

function isLoneBlank(rows: readonly unknown[]): boolean {
  return rows.length === 1 && !isFilled(rows[0]);
}

function blankRow({ items }: ListField): unknown {
  return items.type === "object" ? {} : "";
}
