import close from "virtual:icon/x";
import { pageRatio } from "../../../lib/page-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import type { TemplateRow } from "./listed-templates.ts";
import { type Chosen, type Possible, possibleFor } from "./possible.ts";
import "./choice-bar.css";

/** So many of the chosen sheets lie in the bar. */
const SHEETS_SHOWN = 4;

type Props = {
  chosen: Chosen;
  onPublish(rows: Possible["publish"]): void;
  onHide(rows: Possible["hide"]): void;
  onMove(rows: readonly TemplateRow[]): void;
  onCheck(rows: readonly TemplateRow[]): void;
  onDuplicate(rows: readonly TemplateRow[]): void;
  onDelete(rows: Chosen): void;
  onClose(): void;
};

/** Floats over the last rows: what can be done to what is chosen, and what can't be done to which of it. */
export function ChoiceBar(props: Props) {
  const { chosen, onPublish, onHide, onMove, onCheck, onDuplicate, onDelete, onClose } = props;
  const { templates, drafts } = chosen;
  const { publish, hide, remove, note } = possibleFor(chosen);
  const count = templates.length + drafts.length;
  const deletable = remove.templates.length + remove.drafts.length;
  const some = (number: number) => (number < count ? ` ${number}` : "");
  return (
    <section className="panel choice-bar" aria-label="Chosen templates">
      <div className="choice-sheets" aria-hidden="true">
        {templates.slice(0, SHEETS_SHOWN).map((row) => (
          <span key={row.id} style={{ "--ar": pageRatio(row.page) }}>
            <Sheet image={row.image} ratio={pageRatio(row.page)} sizes="48px" />
          </span>
        ))}
      </div>
      <div className="choice-words" role="status">
        <b>{count} chosen</b>
        {note && <p>{note}</p>}
      </div>
      <div className="choice-actions">
        {publish.length > 0 && (
          <button type="button" className="button" onClick={() => onPublish(publish)}>
            Publish{some(publish.length)}
          </button>
        )}
        {hide.length > 0 && (
          <button type="button" className="button" onClick={() => onHide(hide)}>
            Hide{some(hide.length)}
          </button>
        )}
        {templates.length > 0 && (
          <>
            <button type="button" className="button" onClick={() => onMove(templates)}>
              Move to…
            </button>
            <button type="button" className="button" onClick={() => onCheck(templates)}>
              Check{some(templates.length)}
            </button>
            <button type="button" className="button" onClick={() => onDuplicate(templates)}>
              Duplicate{some(templates.length)}
            </button>
          </>
        )}
        {deletable > 0 && (
          <button type="button" className="button" onClick={() => onDelete(remove)}>
            Delete{some(deletable)}
          </button>
        )}
      </div>
      <button
        type="button"
        className="icon-button choice-close"
        aria-label="Choose nothing"
        onClick={onClose}
      >
        <Icon of={close} />
      </button>
    </section>
  );
}
