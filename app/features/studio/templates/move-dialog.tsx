import { t } from "@lingui/core/macro";
import { type FormEvent, useState } from "react";
import { formatList } from "../../../lib/i18n/intl.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { SelectField } from "../select-field.tsx";
import { useAllTypes } from "../studio-types.ts";
import type { TemplateRow } from "./listed-templates.ts";
import { formatNames } from "./possible-actions.ts";
import styles from "./selection-bar.module.css";

type Props = {
  rows: readonly TemplateRow[];
  onMove(to: { type: string; category: string }, place: string): void;
  onClose(): void;
};

/** Moves the selected templates to a category of any type. */
export function MoveDialog({ rows, onMove, onClose }: Props) {
  const types = useAllTypes().filter(({ categories }) => categories.length > 0);
  const [first] = rows;
  const [wanted, setWanted] = useState(first && { type: first.type, category: first.category });
  const chosen = types.find(({ id }) => id === wanted?.type) ?? types[0];
  const category = chosen?.categories.find(({ slug }) => slug === wanted?.category) ?? chosen?.categories[0];
  const isElsewhere = rows.some((row) => row.type !== chosen?.id);
  const move = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || !category) return;
    onMove({ type: chosen.id, category: category.slug }, formatList([chosen.plural, category.label], "unit"));
  };
  const names = formatNames(rows);
  return (
    <Dialog title={t`Move ${names}`} onClose={onClose}>
      <form className={styles.moveForm} onSubmit={move}>
        <SelectField
          label={t`Type`}
          value={chosen?.id ?? ""}
          options={types.map(({ id, plural }) => ({ value: id, label: plural }))}
          onChange={(type) => setWanted({ type, category: "" })}
        />
        <SelectField
          label={t`Category`}
          value={category?.slug ?? ""}
          options={(chosen?.categories ?? []).map(({ slug, label }) => ({ value: slug, label }))}
          onChange={(slug) => setWanted({ type: chosen?.id ?? "", category: slug })}
        />
        {isElsewhere && (
          <p className="muted">{t`Moving to another type changes the address of the page. Existing documents aren’t affected.`}</p>
        )}
        <DialogActions close={t`Cancel`}>
          <Button type="submit" variant="primary">{t`Move`}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
