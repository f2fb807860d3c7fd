import { t } from "@lingui/core/macro";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { StudioType } from "../studio-types.ts";
import { IconPicker } from "./icon-picker.tsx";
import { changeType } from "./type-changes.ts";
import styles from "./types.module.css";

/** Edits a type's names, description and icon. Typed text stays when saving fails. */
export function TypeEditor({ type, onDrop }: { type: StudioType; onDrop(): void }) {
  const [typed, setTyped] = useState<Partial<StudioType>>({});
  const [isBusy, setIsBusy] = useState(false);
  const { plural, singular, description } = { ...type, ...typed };
  const change = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => type[name as keyof StudioType] !== value),
  );
  const isChanged = Object.keys(change).length > 0;
  const isComplete = plural.trim() !== "" && singular.trim() !== "";

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || !isChanged) return;
    setIsBusy(true);
    if (await changeType(type, change, { done: t`${plural} saved.` })) setTyped({});
    setIsBusy(false);
  };
  const write = (name: "plural" | "singular" | "description") => ({
    dir: "auto",
    value: { plural, singular, description }[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <form className={styles.typeEditor} onSubmit={save} aria-label={type.plural}>
      <IconPicker icon={type.icon} onPick={(icon) => void changeType(type, { icon })} />
      <TextField
        label={t`Plural name`}
        required
        maxLength={80}
        error={plural.trim() ? undefined : t`Enter a plural name.`}
        {...write("plural")}
      />
      <TextField
        label={t`Singular name`}
        required
        maxLength={80}
        error={singular.trim() ? undefined : t`Enter a singular name.`}
        {...write("singular")}
      />
      <div className={styles.typePurpose}>
        <TextField label={t`Description`} maxLength={300} {...write("description")} />
      </div>
      <div className={styles.typeActions}>
        {isChanged && (
          <>
            <Button
              type="submit"
              variant="primary"
              isBusy={isBusy}
              busyMessage={t`Saving…`}
            >{t`Save`}</Button>
            <Button onClick={() => setTyped({})}>{t`Discard`}</Button>
          </>
        )}
        <Button variant="bare" className={styles.typeDrop} onClick={onDrop}>{t`Delete type…`}</Button>
      </div>
    </form>
  );
}
