import passed from "virtual:icon/check";
import { plural, t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { useStore } from "../../../lib/browser/store.ts";
import { Icon } from "../../../ui/icon.tsx";
import { formatErrors } from "../editor/checks/check-list.ts";
import { checking, checkTemplates } from "./checked-templates.ts";
import type { TemplateRow } from "./listed-templates.ts";
import { openDraft } from "./template-actions.ts";
import styles from "./template-table.module.css";

/** The check result of a template, with a button that opens its draft; or a button that checks it. */
export function CheckCell({ row }: { row: TemplateRow }) {
  const { id, findings, template_name: name } = row;
  const isChecking = useStore(checking, (ids) => ids.has(id));
  const navigate = useNavigate();
  const edit = async () => {
    const draft = await openDraft({ template: id });
    if (draft) await navigate(`/studio/drafts/${draft}`);
  };
  return (
    <td className={styles.cellChecks} aria-busy={isChecking || undefined}>
      {isChecking ? (
        <span className="muted">{t`Checking…`}</span>
      ) : findings === null ? (
        <button
          type="button"
          className={`${styles.checkButton} muted`}
          aria-label={t`Not checked. Check ${name}`}
          onClick={() => void checkTemplates([row])}
        >{t`Not checked`}</button>
      ) : findings > 0 ? (
        <button
          type="button"
          className={styles.checkButton}
          data-fails
          aria-label={plural(
            { count: findings },
            { one: `# error in ${name}`, other: `# errors in ${name}` },
          )}
          onClick={() => void edit()}
        >
          {formatErrors(findings)}
        </button>
      ) : (
        <>
          <Icon of={passed} />
          {t({ message: "Passed", context: "a check" })}
        </>
      )}
    </td>
  );
}
