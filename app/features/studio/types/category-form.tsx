import { t } from "@lingui/core/macro";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { StudioCategory } from "../studio-types.ts";
import { IconPicker } from "./icon-picker.tsx";
import styles from "./types.module.css";

export type NewName = { label: string; description: string; icon: string };

type Props = {
  title: string;
  /** The category to edit; none for a new one. */
  category?: StudioCategory | undefined;
  /** The label of the name field: "Name", or "Plural name" for a type. */
  label?: string;
  /** A type also has a singular name. */
  singular?: { value: string; onChange(value: string): void };
  confirm: string;
  onDone(name: NewName): void;
  onClose(): void;
};

/** The name, the description and the icon of a category, or of a new type. */
export function CategoryForm({
  title,
  category,
  label = t({ message: "Name", context: "of a thing" }),
  singular,
  confirm,
  onDone,
  onClose,
}: Props) {
  const [name, setName] = useState(category?.label ?? "");
  const [description, setDescription] = useState(category?.description ?? "");
  const [icon, setIcon] = useState(category?.icon || "lucide:file-text");
  const [isMissed, setIsMissed] = useState(false);
  const isComplete = name.trim() !== "" && singular?.value.trim() !== "";
  const finish = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // React bubbles it to a form around the dialog
    setIsMissed(!isComplete);
    if (isComplete) onDone({ label: name.trim(), description: description.trim(), icon });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.categoryForm} onSubmit={finish} noValidate>
        <IconPicker icon={icon} onPick={setIcon} />
        <div className={styles.categoryNames}>
          <TextField
            label={label}
            required
            maxLength={40}
            value={name}
            error={isMissed && !name.trim() ? t`Enter a name.` : undefined}
            onChange={({ target }) => setName(target.value)}
          />
          {singular && (
            <TextField
              label={t`Singular name`}
              required
              maxLength={40}
              value={singular.value}
              error={isMissed && !singular.value.trim() ? t`Enter a singular name.` : undefined}
              onChange={({ target }) => singular.onChange(target.value)}
            />
          )}
          <TextField
            label={t`Description`}
            maxLength={200}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        </div>
        <DialogActions close={t`Cancel`}>
          <Button type="submit" variant="primary">
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
