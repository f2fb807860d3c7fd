import alert from "virtual:icon/circle-alert";
import plus from "virtual:icon/plus";
import type { FieldProps } from "@rjsf/utils";
import { useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ListField as ListSchema } from "../../../../contract/template-file.ts";
import { Icon } from "../../../ui/icon.tsx";
import { isFilled } from "../../documents/filled.ts";
import { pathOf } from "./field-id.ts";
import { fieldAt } from "./field-kind.ts";
import { focusFirst, useRowDoor } from "./focus-field.ts";
import { useFormRoom, useProblem } from "./form-room.ts";
import { ListRow, type RowActions } from "./list-row.tsx";
import { addWords, numberColumns, rowName, wordsColumn } from "./list-words.ts";
import { problemWords } from "./problem-words.ts";
import { keepKeys, keyRows, makeRowKey, moveRow } from "./row-keys.ts";
import { RowOrder } from "./row-order.tsx";

/** Given as the id of a change, it says that rows came, went or moved: a step of its own for undo. */
export const ROWS_CHANGED = "rows";

const BLANK_LIST: Record<string, readonly unknown[]> = { object: [{}], string: [""] };

/** A list begins with one empty row; one whose last row was removed is empty. */
export function ListField(props: FieldProps) {
  const { uiSchema, registry, formData, fieldPathId, required, onChange } = props;
  // RJSF hands out its schemas anew at every turn; the template's own stays the same object, and with it the rows.
  const list = fieldAt(useFormRoom().template.fields, fieldPathId.path) as ListSchema;
  const path = pathOf(fieldPathId.$id);
  const rows: readonly unknown[] = Array.isArray(formData) ? formData : (BLANK_LIST[list.items.type] ?? [""]);
  const box = useRef<HTMLFieldSetElement>(null);
  const titleId = useId();

  const [keyed, setKeyed] = useState(() => keyRows(rows));
  const current = keyed.rows === rows ? keyed : keepKeys(keyed, rows);
  if (current !== keyed) setKeyed(current);
  const { keys } = current;
  const [openKey, setOpenKey] = useState(() => (isLoneBlank(rows) ? keys[0] : undefined));
  const [said, setSaid] = useState("");

  const afterwards = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    afterwards.current?.();
    afterwards.current = undefined;
  });

  const change = (nextRows: readonly unknown[], nextKeys: readonly string[], then?: () => void) => {
    setKeyed({ rows: nextRows, keys: nextKeys });
    afterwards.current = then;
    onChange(nextRows, fieldPathId.path, undefined, ROWS_CHANGED);
  };
  const rowAt = (index: number) => box.current?.querySelector<HTMLElement>(`[data-row="${path}.${index}"]`);
  const isFull = list.maxItems !== undefined && rows.length >= list.maxItems;
  const name = rowName(list);

  const add = () => {
    const key = makeRowKey();
    setOpenKey(key);
    setSaid("");
    change([...rows, blankRow(list)], [...keys, key], () =>
      focusFirst(rowAt(rows.length), ".row-body, .row-plain"),
    );
  };
  const remove = (index: number) => {
    const left = rows.length - 1;
    setSaid(`${name} ${index + 1} removed.`);
    change(rows.toSpliced(index, 1), keys.toSpliced(index, 1), () => {
      if (left === 0) focusFirst(box.current, ".row-add");
      else focusFirst(rowAt(Math.min(index, left - 1)), ".row-line, .row-plain");
    });
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length || from === to) return;
    setSaid(`${name} is now ${to + 1} of ${rows.length}.`);
    change(moveRow(rows, from, to), moveRow(keys, from, to));
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
  useRowDoor(path, rows.length, (index) => setOpenKey(keys[index]));

  const columns = numberColumns(list.items);
  const isFolded = list.items.type === "object";
  const Heading = fieldPathId.path.length === 1 ? "h2" : "h3";
  const isSection = fieldPathId.path.length === 1;
  return (
    <fieldset
      ref={box}
      className={isSection ? "words-section" : "words-part"}
      aria-labelledby={titleId}
      data-path={path}
    >
      <Heading id={titleId} className="list-head">
        {list.title}
        {required && <span>required</span>}
      </Heading>
      {list.description && <p className="words-about">{list.description}</p>}
      <ListProblem path={path} list={list} />
      <div className="list-rows">
        {isFolded && columns.length > 0 && rows.length > 0 && (
          <div className="row-titles" aria-hidden="true">
            <span>{wordsColumn(list.items)}</span>
            {columns.map((column) => (
              <span key={column.name} className={column.isMoney ? "row-number money" : "row-number"}>
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
                row={row}
                rowKey={keys[index] ?? ""}
                index={index}
                count={rows.length}
                isOpen={openKey !== undefined && openKey === keys[index]}
                actions={actions}
                uiSchema={uiSchema?.items as FieldProps["uiSchema"]}
                registry={registry}
                onChange={onChange}
                fieldPathId={fieldPathId}
              />
            ))}
          </ol>
        </RowOrder>
        {isFull ? (
          <p className="row-full">{`${list.maxItems} is the most that fit.`}</p>
        ) : (
          <button type="button" className="row-add" onClick={add}>
            <Icon of={plus} />
            {addWords(list)}
          </button>
        )}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  );
}

function ListProblem({ path, list }: { path: string; list: ListSchema }) {
  const problem = useProblem(path);
  if (!problem) return null;
  return (
    <p className="hint bad">
      <Icon of={alert} />
      {problemWords(problem, list)}
    </p>
  );
}

function isLoneBlank(rows: readonly unknown[]): boolean {
  return rows.length === 1 && !isFilled(rows[0]);
}

function blankRow({ items }: ListSchema): unknown {
  return items.type === "object" ? {} : "";
}
