import passed from "virtual:icon/check";
import { useNavigate } from "react-router";
import { useStore } from "../../../lib/browser/store.ts";
import { Icon } from "../../../ui/icon.tsx";
import { checking, checkTemplates } from "./checked-templates.ts";
import type { TemplateRow } from "./listed-templates.ts";
import { openDraft } from "./template-actions.ts";
import styles from "./template-table.module.css";

/** Whether a template passes its checks, with the way to where it is mended; or the button that checks it. */
export function CheckCell({ row }: { row: TemplateRow }) {
  const { id, findings, template_name } = row;
  const isChecking = useStore(checking, (ids) => ids.has(id));
  const navigate = useNavigate();
  const mend = async () => {
    const draft = await openDraft({ template: id });
    if (draft) await navigate(`/studio/drafts/${draft}`);
  };
  return (
    <td className={styles.cellChecks} aria-busy={isChecking || undefined}>
      {isChecking ? (
        <span className="muted">Checking…</span>
      ) : findings === null ? (
        <button
          type="button"
          className={`${styles.checkButton} muted`}
          aria-label={`Not checked, check ${template_name}`}
          onClick={() => void checkTemplates([row])}
        >
          Not checked
        </button>
      ) : findings > 0 ? (
        <button
          type="button"
          className={styles.checkButton}
          data-fails
          aria-label={`${findings} to mend in ${template_name}`}
          onClick={() => void mend()}
        >
          {findings} to mend
        </button>
      ) : (
        <>
          <Icon of={passed} />
          Passes
        </>
      )}
    </td>
  );
}
