import plus from "virtual:icon/plus";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { useTemplateEditor } from "../editor-context.ts";
import editorStyles from "../screen/editor.module.css";
import { callFor, insertCall } from "../source/field-calls.ts";
import { FIELD_KINDS, type FieldKind, kindLabel } from "./field-kinds.ts";
import styles from "./fields.module.css";
import { SelectBox, TextBox } from "./form-controls.tsx";
import { addToSample } from "./sample-edits.ts";
import { addField, nameFor } from "./schema-edits.ts";
import { type FieldRow, readSchema } from "./schema-rows.ts";

type Props = {
  rows: readonly FieldRow[];
  /** The open field: a new one is added after it, or inside it if it is a group or list. */
  near: string | undefined;
  isOff: boolean;
  onAdded(path: string): void;
};

/** Asks for a label and a kind; everything else has a default and is changed in the field's form. */
export function AddField({ rows, near, isOff, onAdded }: Props) {
  const { store, source, selectedField } = useTemplateEditor();
  const [isOpen, setOpen] = useState(false);
  const [label, setLabel] = useState("");
  const [kind, setKind] = useState<FieldKind>("text");
  const [isInserted, setInserted] = useState(true);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useId();
  const previous = rows.find(({ path }) => path === near);
  const parent = previous
    ? previous.holdsFields
      ? previous
      : rows.find(({ path }) => path === previous.parent)
    : undefined;

  const add = (event: FormEvent) => {
    event.preventDefault();
    const text = label.trim();
    if (!text) return;
    const within = parent?.path ?? "";
    const taken = rows.filter((row) => row.parent === within).map(({ name }) => name);
    const name = nameFor(text, taken);
    const after = previous && previous !== parent ? previous.name : undefined;
    const fields = addField(store.get().fields, within, { name, label: text, kind, after });
    const sample = addToSample(store.get().sample, within, { name, label: text, kind });
    const path = within ? `${within}.${name}` : name;
    store.change({ fields, sample });
    selectedField.set({ path, from: "fields" });
    const read = readSchema(fields);
    const all = "rows" in read ? read.rows : [];
    const added = all.find((row) => row.path === path);
    if (isInserted && added) insertCall({ store, source }, callFor(added, all));
    setLabel("");
    setOpen(false);
    onAdded(path);
    opener.current?.focus();
  };

  return (
    <div className={styles.fieldFoot}>
      {isOpen && (
        <form
          id={form}
          className={styles.fieldNew}
          aria-label={t`New field`}
          onSubmit={add}
          onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
          ref={(box) =>
            void (box && !box.contains(document.activeElement) && box.querySelector("input")?.focus())
          }
        >
          <TextBox
            label={t({ message: "Label", context: "text above a field" })}
            value={label}
            max={80}
            onChange={setLabel}
          />
          <SelectBox
            label={t({ message: "Type", context: "of a field" })}
            value={kind}
            options={FIELD_KINDS.map((each) => [each, kindLabel(each)])}
            onChange={(each) => setKind(each as FieldKind)}
          />
          <label className="check">
            <input
              type="checkbox"
              checked={isInserted}
              onChange={(event) => setInserted(event.target.checked)}
            />
            {t`Insert the field at the cursor in the source`}
          </label>
          <p className="pane-hint">
            {parent
              ? t`The field will be added inside ${{ field: parent.label || parent.name }}.`
              : previous
                ? t`The field will be added after ${{ field: previous.label || previous.name }}.`
                : t`The field will be added at the end.`}
          </p>
          <div className={styles.fieldNewEnds}>
            <Button type="submit" variant="primary" size="small">{t`Add`}</Button>
            <Button size="small" onClick={() => setOpen(false)}>{t`Cancel`}</Button>
          </div>
        </form>
      )}
      <Button
        ref={opener}
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? form : undefined}
        disabled={isOff}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={plus} />
        {t`Add field`}
      </Button>
      <span className={editorStyles.paneNote}>
        <Trans>
          <b>*</b> required
        </Trans>
      </span>
    </div>
  );
}
