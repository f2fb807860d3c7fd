import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { notify } from "../../../../lib/browser/toasts.ts";
import { Button } from "../../../../ui/button.tsx";
import { useKnownFields, useTemplateEditor } from "../editor-context.ts";
import { renameUses, usesOf } from "../source/field-uses.ts";
import styles from "./fields.module.css";
import { Labelled } from "./form-controls.tsx";
import { renameInSample } from "./sample-edits.ts";
import { renameField } from "./schema-edits.ts";
import type { FieldRow } from "./schema-rows.ts";

type Props = { row: FieldRow; rows: readonly FieldRow[]; onRenamed(path: string): void };

/** The name of the field in the source. Renaming updates the sample, and the source if wanted. */
export function FieldName({ row, rows, onRenamed }: Props) {
  const { store, source, selectedField } = useTemplateEditor();
  const { uses } = useKnownFields();
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? row.name;
  const problem = typed === undefined ? undefined : problemWith(typed, row, rows);
  const count = usesOf(uses, row.path).length;

  const finish = (inSource: boolean) => {
    if (typed === undefined || problem || typed === row.name) return setTyped(undefined);
    const { fields, sample, content } = store.get();
    const oldName = row.path;
    const path = row.parent ? `${row.parent}.${typed}` : typed;
    setTyped(undefined);
    store.change({
      fields: renameField(fields, row.path, typed),
      sample: renameInSample(sample, row.path, typed),
    });
    if (inSource) source.current?.replaceAll(renameUses(content, uses, row.path, path));
    else if (count > 0)
      notify({
        kind: "fact",
        message: plural(count, {
          one: `Renamed. The source still uses ${oldName} in # place.`,
          other: `Renamed. The source still uses ${oldName} in # places.`,
        }),
      });
    selectedField.set({ path, from: "fields" });
    onRenamed(path);
  };
  const isChanged = typed !== undefined && typed !== row.name && !problem;
  return (
    <Labelled label={t`Name in the source`} wide>
      {(id) => (
        <>
          <input
            id={id}
            className={`input ${styles.fieldSourceName}`}
            value={shown}
            maxLength={40}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={(event) => setTyped(event.target.value.trim())}
            onKeyDown={(event) => {
              if (event.key === "Enter") finish(true);
              if (event.key === "Escape") setTyped(undefined);
            }}
          />
          {problem && (
            <p id={`${id}-problem`} className="pane-hint bad">
              {problem}
            </p>
          )}
          {isChanged && (
            <p className={styles.fieldRename}>
              <Button variant="primary" size="small" onClick={() => finish(true)}>
                {count > 0 ? t`Rename everywhere (${count})` : t`Rename`}
              </Button>
              {count > 0 && (
                <Button size="small" onClick={() => finish(false)}>{t`Rename field only`}</Button>
              )}
            </p>
          )}
        </>
      )}
    </Labelled>
  );
}

function problemWith(name: string, row: FieldRow, rows: readonly FieldRow[]): string | undefined {
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    return t`Use lower-case letters, digits and underscores, starting with a letter.`;
  const isTaken = rows.some(
    (other) => other.parent === row.parent && other.name === name && other.path !== row.path,
  );
  return isTaken ? t`Another field in this group has this name.` : undefined;
}
