import grip from "virtual:icon/grip-vertical";
import { useSortable } from "@dnd-kit/sortable";
import { t } from "@lingui/core/macro";
import type { KeyboardEvent } from "react";
import { Icon } from "../../../../ui/icon.tsx";
import { RowOrder } from "../../../editor/index.ts";
import { useSelectedField, useTemplateEditor } from "../editor-context.ts";
import { FieldForm } from "./field-form.tsx";
import { kindLabel } from "./field-kinds.ts";
import styles from "./fields.module.css";
import { KIND_ICONS } from "./kind-icons.ts";
import { moveField } from "./schema-edits.ts";
import type { FieldRow } from "./schema-rows.ts";

type Props = {
  /** The path of the group or list whose fields these are. */
  parent: string;
  rows: readonly FieldRow[];
  open: string | undefined;
  onOpen(path: string | undefined): void;
};

/** The fields of one group, sortable by drag and keyboard; groups and lists contain another such list. */
export function FieldList({ parent, rows, open, onOpen }: Props) {
  const { store } = useTemplateEditor();
  const own = rows.filter((row) => row.parent === parent);
  if (own.length === 0) return null;
  const move = (from: number, to: number) => {
    const row = own[from];
    if (row) store.change({ fields: moveField(store.get().fields, row.path, to) });
  };
  return (
    <RowOrder keys={own.map(({ path }) => path)} name="Field" onMove={move}>
      <ul className={styles.fieldList}>
        {own.map((row) => (
          <FieldLine key={row.path} row={row} rows={rows} open={open} onOpen={onOpen} onMove={move} />
        ))}
      </ul>
    </RowOrder>
  );
}

type LineProps = Omit<Props, "parent"> & { row: FieldRow; onMove(from: number, to: number): void };

function FieldLine({ row, rows, open, onOpen, onMove }: LineProps) {
  const { selectedField } = useTemplateEditor();
  const selected = useSelectedField();
  const { setNodeRef, setActivatorNodeRef, transform, transition, isDragging, attributes, listeners } =
    useSortable({ id: row.path, disabled: row.beside < 2 });
  const isOpen = open === row.path;
  const isSelected = selected === row.path;
  const label = row.label || row.name;
  const type = kindLabel(row.kind);
  const shift = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(row.place, event.key === "ArrowUp" ? row.place - 1 : row.place + 1);
  };
  return (
    <li
      ref={setNodeRef}
      className={styles.fieldItem}
      data-dragged={isDragging || undefined}
      style={
        transform
          ? { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)`, transition }
          : { transition }
      }
    >
      <div className={styles.fieldBox} data-open={isOpen || undefined}>
        <div className={styles.fieldRow} data-row={row.path}>
          {row.beside > 1 ? (
            <button
              ref={setActivatorNodeRef}
              type="button"
              className={styles.fieldGrip}
              {...attributes}
              {...listeners}
              aria-label={t`Move ${label}`}
            >
              <Icon of={grip} />
            </button>
          ) : (
            <span />
          )}
          <Icon of={KIND_ICONS[row.kind]} />
          <button
            type="button"
            className={styles.fieldLabel}
            data-highlighted={isSelected || undefined}
            aria-expanded={isOpen}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            onKeyDown={shift}
            onClick={() => {
              onOpen(isOpen ? undefined : row.path);
              selectedField.set({ path: row.path, from: "fields" });
            }}
          >
            <span>{label}</span>
            {row.isRequired && <i aria-hidden="true">*</i>}
            <span className="sr-only">
              {row.isRequired
                ? t`(required, ${type})`
                : t({ message: `(${type})`, comment: "The type of a field" })}
            </span>
          </button>
          <code>{row.name}</code>
        </div>
        {isOpen && <FieldForm row={row} rows={rows} onRenamed={onOpen} onRemoved={() => onOpen(undefined)} />}
      </div>
      <FieldList parent={row.path} rows={rows} open={open} onOpen={onOpen} />
    </li>
  );
}
