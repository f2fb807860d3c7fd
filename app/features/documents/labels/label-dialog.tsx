// Loaded when labels are first changed.
import { plural, t } from "@lingui/core/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { MAX_LABEL_LENGTH } from "../../../../contract/limits.ts";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FormProblem } from "../../../ui/form-parts.tsx";
import type { DocumentRow } from "../documents.ts";
import styles from "./label-dialog.module.css";
import {
  howManyHave,
  type LabelChange,
  labelsIn,
  labelsOf,
  readTyped,
  refuseChange,
  saveLabels,
} from "./labels.ts";

type Props = { documents: readonly DocumentRow[]; userId: string; onClose(): void };

/** Edits the labels of documents: existing ones as checkboxes, new ones by typing. */
export default function LabelDialog({ documents, userId, onClose }: Props) {
  const [first] = documents;
  const title =
    documents.length === 1
      ? t`Labels for “${{ title: first?.title ?? "" }}”`
      : plural(
          { count: documents.length },
          { one: "Labels for # document", other: "Labels for # documents" },
        );
  return (
    <Dialog className={styles.labelDialog} title={title} onClose={onClose}>
      <LabelForm documents={documents} userId={userId} onClose={onClose} />
    </Dialog>
  );
}

function LabelForm({ documents, userId, onClose }: Props) {
  const used = useQuery(labelsOf(userId)).data ?? [];
  const [change, setChange] = useState<LabelChange>(new Map());
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState<string>();
  const field = useId();
  const known = [...new Set([...used.map(({ label }) => label), ...documents.flatMap(labelsIn)])];
  const all = [...new Set([...known, ...change.keys()])];
  const set = (label: string, isWanted: boolean) => setChange(new Map([...change, [label, isWanted]]));

  const withTyped = (): LabelChange => {
    const label = readTyped(typed, all);
    return label === "" ? change : new Map([...change, [label, true]]);
  };
  const add = () => {
    const next = withTyped();
    const refusal = refuseChange(documents, next);
    setRefused(refusal);
    if (refusal) return;
    setChange(next);
    setTyped("");
  };
  const saving = useMutation({
    mutationFn: async (next: LabelChange) => {
      if (next.size > 0) await saveLabels(documents, next);
    },
    onSuccess: onClose,
    meta: { failure: "Label change failed" },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = withTyped(); // includes a label that was typed but not added
    const refusal = refuseChange(documents, next);
    setRefused(refusal);
    if (!refusal) saving.mutate(next);
  };

  return (
    <form onSubmit={submit}>
      <FormProblem>{refused ?? (saving.error && errorMessage(saving.error))}</FormProblem>
      {all.length > 0 && (
        <fieldset className={styles.labelList}>
          <legend className="sr-only">{t`Labels`}</legend>
          {all.map((label) => (
            <LabelBox
              key={label}
              label={label}
              had={change.has(label) ? (change.get(label) ? "all" : "none") : howManyHave(label, documents)}
              onChange={(isWanted) => set(label, isWanted)}
            />
          ))}
        </fieldset>
      )}
      <div className="field">
        <label htmlFor={field}>{t`New label`}</label>
        <div className={styles.labelNew}>
          <input
            id={field}
            className="input"
            value={typed}
            maxLength={MAX_LABEL_LENGTH}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || typed.trim() === "") return;
              event.preventDefault(); // adds the label; with an empty field, Enter saves
              add();
            }}
          />
          <Button onClick={add} disabled={typed.trim() === ""}>{t`Add`}</Button>
        </div>
      </div>
      <DialogActions close={t`Cancel`}>
        <Button
          type="submit"
          variant="primary"
          isBusy={saving.isPending}
          busyMessage={t`Saving…`}
        >{t`Save`}</Button>
      </DialogActions>
    </form>
  );
}

type BoxProps = { label: string; had: ReturnType<typeof howManyHave>; onChange(isWanted: boolean): void };

/** Indeterminate if only some of the documents have it. */
function LabelBox({ label, had, onChange }: BoxProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = had === "some";
        }}
        checked={had === "all"}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
