import { Link, useNavigate } from "react-router";
import type { AcceptedTemplate } from "../../../../contract/templates/submissions.ts";
import { attempt } from "../../../lib/http/failures.ts";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { createDraft } from "../editor/index.ts";
import styles from "./own-templates.module.css";

type Props = { templates: readonly AcceptedTemplate[]; canChange: boolean };

/** What is published under one's name; a newer version begins as a draft and is handed in as the first one was. */
export function PublishedList({ templates, canChange }: Props) {
  const navigate = useNavigate();
  const change = ({ id, template_name }: AcceptedTemplate) =>
    attempt({ outcome: `${template_name} can’t be changed just now.` }, async () => {
      const draft = await createDraft({ from: { template: id } });
      await navigate(`/studio/drafts/${draft.id}`);
    });
  return (
    <ul className="own-drafts">
      {templates.map((template) => {
        const ratio = pageRatio(template.page);
        return (
          <li key={template.id} className={styles.ownDraft}>
            <span className="draft-picture" style={{ "--ar": ratio }}>
              <Sheet template={template.id} image={template.image} ratio={ratio} sizes="96px" />
            </span>
            <div className={styles.ownDraftWords}>
              <h3>
                <Link to={template.url}>{template.template_name}</Link>
              </h3>
              <p className={styles.ownDraftState}>
                <span>version {template.version_number}</span>
              </p>
              {canChange && (
                <div className={styles.ownDraftActions}>
                  <Button
                    aria-label={`Propose a newer version of ${template.template_name}`}
                    onClick={() => change(template)}
                  >
                    Propose a newer version
                  </Button>
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
