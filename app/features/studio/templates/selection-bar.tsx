import close from "virtual:icon/x";
import { plural, t } from "@lingui/core/macro";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import type { TemplateRow } from "./listed-templates.ts";
import { type Possible, possibleFor, type Selected } from "./possible-actions.ts";
import styles from "./selection-bar.module.css";

/** Thumbnails in the bar. */
const SHEETS_SHOWN = 4;

type Props = {
  chosen: Selected;
  onPublish(rows: Possible["publish"]): void;
  onHide(rows: Possible["hide"]): void;
  onMove(rows: readonly TemplateRow[]): void;
  onCheck(rows: readonly TemplateRow[]): void;
  onDuplicate(rows: readonly TemplateRow[]): void;
  onDelete(rows: Selected): void;
  onClose(): void;
};

/** Actions for the selected templates, and a note about those that aren't possible. */
export function SelectionBar(props: Props) {
  const { chosen, onPublish, onHide, onMove, onCheck, onDuplicate, onDelete, onClose } = props;
  const { templates, drafts } = chosen;
  const { publish, hide, remove, note } = possibleFor(chosen);
  const count = templates.length + drafts.length;
  const deletable = remove.templates.length + remove.drafts.length;
  /** With the number of templates it applies to, unless that is all of them. */
  const labelFor = (label: string, applicable: number) => {
    const number = formatNumber(applicable);
    return applicable < count ? t`${label} (${number})` : label;
  };
  return (
    <section className="panel choice-bar" aria-label={t`Selected templates`}>
      <div className={styles.choiceSheets} aria-hidden="true">
        {templates.slice(0, SHEETS_SHOWN).map((row) => (
          <span key={row.id} style={{ "--ar": pageRatio(row.page) }}>
            <Sheet image={row.image} ratio={pageRatio(row.page)} sizes="48px" />
          </span>
        ))}
      </div>
      <div className={styles.choiceText} role="status">
        <b>{plural(count, { one: "# selected", other: "# selected" })}</b>
        {note && <p>{note}</p>}
      </div>
      <div className={styles.choiceActions}>
        {publish.length > 0 && (
          <Button onClick={() => onPublish(publish)}>{labelFor(t`Publish`, publish.length)}</Button>
        )}
        {hide.length > 0 && (
          <Button onClick={() => onHide(hide)}>
            {labelFor(t({ message: "Hide", context: "verb: hide templates" }), hide.length)}
          </Button>
        )}
        {templates.length > 0 && (
          <>
            <Button onClick={() => onMove(templates)}>{t`Move to…`}</Button>
            <Button onClick={() => onCheck(templates)}>
              {labelFor(t({ message: "Check", context: "verb: check templates" }), templates.length)}
            </Button>
            <Button onClick={() => onDuplicate(templates)}>{labelFor(t`Duplicate`, templates.length)}</Button>
          </>
        )}
        {deletable > 0 && <Button onClick={() => onDelete(remove)}>{labelFor(t`Delete`, deletable)}</Button>}
      </div>
      <IconButton className="choice-close" label={t`Clear selection`} icon={close} onClick={onClose} />
    </section>
  );
}
