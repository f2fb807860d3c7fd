import bin from "virtual:icon/trash";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { positionAt } from "../../../../../shared/text/json-text.ts";
import { notify } from "../../../../lib/browser/toasts.ts";
import { formatList } from "../../../../lib/i18n/intl.ts";
import { IconButton } from "../../../../ui/button.tsx";
import { ConfirmDialog } from "../../../../ui/dialog.tsx";
import { useKnownFields, useTemplateEditor } from "../editor-context.ts";
import { callFor, insertCall } from "../source/field-calls.ts";
import { usesOf } from "../source/field-uses.ts";
import { ChoiceEditor } from "./choice-editor.tsx";
import { type FieldKind, kindLabel, kindsFor, takesText } from "./field-kinds.ts";
import { meaningsFor } from "./field-meanings.ts";
import { FieldName } from "./field-name.tsx";
import styles from "./fields.module.css";
import { NumberBox, SelectBox, TextBox } from "./form-controls.tsx";
import { removeFromSample } from "./sample-edits.ts";
import { removeField, setKeyword, setKind, setRequired } from "./schema-edits.ts";
import type { FieldRow } from "./schema-rows.ts";

type Props = {
  row: FieldRow;
  rows: readonly FieldRow[];
  onRenamed(path: string): void;
  onRemoved(): void;
};

/** The settings of one field. Each change is written to the schema at once. */
export function FieldForm({ row, rows, onRenamed, onRemoved }: Props) {
  const { store, source, show } = useTemplateEditor();
  const { path } = row;
  const change = (edit: (text: string) => string) => store.change({ fields: edit(store.get().fields) });
  const set = (keyword: Parameters<typeof setKeyword>[2], value: unknown) =>
    change((text) => setKeyword(text, path, keyword, value));
  const call = callFor(row, rows);
  const shortCall = call.length > 30 ? `${call.slice(0, 28)}…` : call;
  const meanings = meaningsFor(row, rows);
  return (
    <div className={styles.fieldForm}>
      <SelectBox
        label={t({ message: "Type", context: "of a field" })}
        value={row.kind}
        options={kindsFor(row.kind).map((kind) => [kind, kindLabel(kind)])}
        onChange={(kind) => change((text) => setKind(text, path, kind as FieldKind))}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={row.isRequired}
          onChange={({ target: { checked } }) =>
            // A required field needs no recommendation.
            change((text) =>
              setRequired(checked ? setKeyword(text, path, "x-wanted", undefined) : text, path, checked),
            )
          }
        />
        {t`Required`}
      </label>
      {!row.isRequired && row.kind !== "group" && row.kind !== "yes-no" && (
        <label
          className="check"
          title={t`People are reminded to fill in this field before their first download.`}
        >
          <input
            type="checkbox"
            checked={row.wanted}
            onChange={(event) => set("x-wanted", event.target.checked || undefined)}
          />
          {t`Recommended`}
        </label>
      )}
      <TextBox
        wide
        label={t({ message: "Label", context: "text above a field" })}
        value={row.label}
        max={80}
        onChange={(text) => set("title", text || undefined)}
      />
      <TextBox
        wide
        tall
        label={t`Help text`}
        value={row.help}
        max={300}
        onChange={(text) => set("description", text || undefined)}
      />
      {takesText(row.kind) && (
        <NumberBox
          label={t`Maximum characters`}
          value={row.maxLength}
          onChange={(max) => set("maxLength", max)}
        />
      )}
      {row.kind === "list" && (
        <NumberBox label={t`Maximum rows`} value={row.maxItems} onChange={(max) => set("maxItems", max)} />
      )}
      {meanings.length > 0 && (
        <SelectBox
          label={t`Meaning`}
          value={row.means ?? ""}
          options={[["", t({ message: "None", context: "meaning of a field" })], ...meanings]}
          onChange={(name) =>
            change((text) =>
              setKeyword(setKeyword(text, path, "x-profile", undefined), path, "x-means", name || undefined),
            )
          }
        />
      )}
      {row.choices && <ChoiceEditor path={path} choices={row.choices} onChange={(edit) => change(edit)} />}
      <FieldName row={row} rows={rows} onRenamed={onRenamed} />
      <div className={styles.fieldEnds}>
        <button
          type="button"
          className="link"
          onClick={() => {
            insertCall({ store, source }, call);
            show("source");
          }}
        >
          <Trans>
            Insert <code>{shortCall}</code>
          </Trans>
        </button>
        <RemoveField row={row} onRemoved={onRemoved} />
      </div>
    </div>
  );
}

function RemoveField({ row, onRemoved }: Pick<Props, "row" | "onRemoved">) {
  const { store } = useTemplateEditor();
  const { uses } = useKnownFields();
  const [isConfirming, setConfirming] = useState(false);
  const label = row.label || row.name;
  const content = store.get().content;
  const lines = [...new Set(usesOf(uses, row.path).map(({ from }) => positionAt(content, from).line))];
  const remove = () => {
    const { fields, sample } = store.get();
    setConfirming(false);
    onRemoved();
    store.change({ fields: removeField(fields, row.path), sample: removeFromSample(sample, row.path) });
    notify({
      kind: "fact",
      message: t`Removed ${label} from the fields and the sample.`,
      action: { label: t`Undo`, run: () => store.change({ fields, sample }) },
    });
  };
  return (
    <>
      <IconButton
        label={t`Remove ${label}`}
        icon={bin}
        onClick={() => (lines.length > 0 || row.holdsFields ? setConfirming(true) : remove())}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Remove ${label}?`}
        confirm={t`Remove`}
        isDestructive
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      >
        <p>
          {formatUses(lines)} {t`The sample data of this field will be deleted too.`}
        </p>
      </ConfirmDialog>
    </>
  );
}

const MAX_LINES = 6;

function formatUses(lines: readonly number[]): string {
  if (lines.length === 0) return t`The source doesn’t use this field.`;
  const numbers = lines.slice(0, MAX_LINES).map(String);
  const more = lines.length - MAX_LINES;
  const list = formatList(
    more > 0
      ? [
          ...numbers,
          t({
            message: plural({ count: more }, { one: "# more", other: "# more" }),
            context: "lines of the source, at the end of a list of their numbers",
          }),
        ]
      : numbers,
  );
  return plural(
    { count: lines.length },
    {
      one: `The source uses this field on line ${list}. The page can’t be rendered until you remove it there.`,
      other: `The source uses this field on lines ${list}. The page can’t be rendered until you remove it there.`,
    },
  );
}
