import { t } from "@lingui/core/macro";
import { useId, useMemo } from "react";
import { formatList } from "../../../../lib/i18n/intl.ts";
import type { Draft, FieldPath } from "../../draft.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { isLeaf, isNumeric } from "../../form/field-kind.ts";
import { writeReading } from "../../form/number-field.ts";
import { readableDate } from "../../form/value-text.ts";
import { currencyIn, languageOf } from "../../numbers/document-numbers.ts";
import styles from "../batch.module.css";
import type { Cell } from "../table/table.ts";
import { type ColumnReading, readCell } from "./cell-value.ts";
import { findAmbiguity } from "./column-reading.ts";
import type { Leaf } from "./row-plan.ts";

type Props = {
  name: string;
  cells: readonly Cell[];
  leaves: readonly Leaf[];
  path: FieldPath | undefined;
  reading: ColumnReading | undefined;
  /** Other columns that fill the same field. */
  joined: readonly string[];
  draft: Draft;
  template: EditorTemplate;
  onPath(path: FieldPath | undefined): void;
  onReading(reading: ColumnReading): void;
};

/** A column: the field it fills, and how ambiguous values are read. */
export function ColumnChoice({ name, cells, leaves, path, reading, joined, onPath, ...rest }: Props) {
  const id = useId();
  const leaf = leaves.find((each) => each.path === path);
  return (
    <li>
      <label htmlFor={id}>
        <b>{name}</b>
        <small>{String(cells[0] ?? "") || t`Empty in the first row`}</small>
      </label>
      <select
        id={id}
        className="input"
        value={path ?? ""}
        onChange={({ target }) => onPath(target.value || undefined)}
      >
        <option value="">{t`Not used`}</option>
        {leaves.map(({ path, label }) => (
          <option key={path} value={path}>
            {label}
          </option>
        ))}
      </select>
      {joined.length > 0 && <p className="hint">{t`Combined with ${{ columns: formatList(joined) }}`}</p>}
      {leaf && reading && <ReadingChoice name={name} cells={cells} leaf={leaf} reading={reading} {...rest} />}
    </li>
  );
}

type ReadingProps = Pick<Props, "name" | "cells" | "draft" | "template" | "onReading"> & {
  leaf: Leaf;
  reading: ColumnReading;
};

function ReadingChoice({ name, cells, leaf, reading, draft, template, onReading }: ReadingProps) {
  const id = useId();
  const { schema } = leaf;
  const ambiguity = useMemo(() => findAmbiguity(cells, schema), [cells, schema]);
  if (!ambiguity || !isLeaf(schema)) return null;
  const write = (value: string) =>
    isNumeric(schema)
      ? writeReading(value, schema, languageOf(draft.theme), currencyIn(template.fields, draft.data))
      : readableDate(value);
  const understood = String(readCell(ambiguity.text, schema, reading));
  return (
    <div className={styles.batchReading}>
      <label className="sr-only" htmlFor={id}>{t`How to read ${{ column: name }}`}</label>
      <select
        id={id}
        className="input"
        value={understood}
        onChange={({ target }) => {
          const chosen = ambiguity.choices.find(({ value }) => value === target.value);
          if (chosen) onReading({ ...reading, ...chosen.reading });
        }}
      >
        {ambiguity.choices.map(({ value }) => (
          <option key={value} value={value}>
            {t`Read ${{ text: ambiguity.text }} as ${{ value: write(value) }}`}
          </option>
        ))}
      </select>
    </div>
  );
}
