import files from "virtual:icon/folder";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { VersionHistory } from "../../../../contract/templates/template-versions.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { attempt } from "../../../lib/http/failures.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { duplicate } from "../templates/template-actions.ts";
import styles from "./versions.module.css";
import { takeOver } from "./versions-client.ts";

/** Shown for a template from the library folder: it can be duplicated, or moved to the studio. */
export function FileTemplate({ template }: Pick<VersionHistory, "template">) {
  const { name } = template;
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const copy = async () => {
    const draft = await duplicate([{ id: template.id }]);
    if (draft) await navigate(`/studio/drafts/${draft}`);
  };
  const take = async () => {
    setAsking(false);
    await attempt(
      { failure: "Taking over failed", outcome: t`We couldn’t change how ${name} is managed.` },
      async () => {
        await takeOver(template.id);
        notify({ kind: "fact", message: t`${name} is now managed in the studio.` });
      },
    );
  };
  return (
    <section className={styles.versionFiles} aria-label={t`Managed in files`}>
      <p>
        <Icon of={files} />
        <span>
          <Trans>
            <b>Managed in files.</b> When the template’s files change, they are published as the next version
            and replace changes made here.
          </Trans>
        </span>
      </p>
      <div>
        <Button onClick={() => void copy()}>{t`Duplicate`}</Button>
        <Button onClick={() => setAsking(true)}>{t`Manage in studio`}</Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Manage ${name} in the studio?`}
        confirm={t`Manage in studio`}
        onConfirm={() => void take()}
        onCancel={() => setAsking(false)}
      >
        <p>{t`Changes to the template’s files will then be ignored. Published versions aren’t affected.`}</p>
      </ConfirmDialog>
    </section>
  );
}
