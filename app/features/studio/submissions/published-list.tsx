import { t } from "@lingui/core/macro";
import { Link, useNavigate } from "react-router";
import type { AcceptedTemplate } from "../../../../contract/templates/submissions.ts";
import { attempt } from "../../../lib/http/failures.ts";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { createDraft } from "../editor/index.ts";
import styles from "./own-templates.module.css";

type Props = { templates: readonly AcceptedTemplate[]; canChange: boolean };

/** The person's published templates. A new version starts as a draft and is submitted like the first. */
export function PublishedList({ templates, canChange }: Props) {
  const navigate = useNavigate();
  const change = ({ id, template_name: name }: AcceptedTemplate) =>
    attempt({ outcome: t`We couldn’t start a new version of ${name}.` }, async () => {
      const draft = await createDraft({ from: { template: id } });
      await navigate(`/studio/drafts/${draft.id}`);
    });
  return (
    <ul className="own-drafts">
      {templates.map((template) => {
        const ratio = pageRatio(template.page);
        const { template_name: name, version_number: version } = template;
        return (
          <li key={template.id} className={styles.ownDraft}>
            <span className="draft-picture" style={{ "--ar": ratio }}>
              <Sheet template={template.id} image={template.image} ratio={ratio} sizes="96px" />
            </span>
            <div className={styles.ownDraftText}>
              <h3>
                <Link to={template.url}>{name}</Link>
              </h3>
              <p className={styles.ownDraftState}>
                <span>{t`Version ${version}`}</span>
              </p>
              {canChange && (
                <div className={styles.ownDraftActions}>
                  <Button
                    aria-label={t`New version of ${name}`}
                    onClick={() => change(template)}
                  >{t`New version`}</Button>
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
