import restoreIcon from "virtual:icon/undo-2";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { ListedVersion, VersionHistory } from "../../../../contract/templates/template-versions.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { attempt } from "../../../lib/http/failures.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { restoreVersion } from "./versions-client.ts";

/** Asks for confirmation, because visitors see the result at once. */
export function RestoreButton({
  template,
  version,
  newest,
}: {
  template: VersionHistory["template"];
  version: ListedVersion;
  newest: ListedVersion;
}) {
  const [isAsking, setAsking] = useState(false);
  const { name } = template;
  const { number } = version;
  const next = newest.number + 1;
  const navigate = useNavigate();
  const restore = async () => {
    setAsking(false);
    await attempt({ failure: "Restore failed", outcome: t`We couldn’t restore the version.` }, async () => {
      const restored = await restoreVersion(template.id, version.id, newest.number);
      notify({
        kind: "fact",
        message: t`Version ${{ version: number }} of ${name} restored as version ${restored}.`,
      });
      await navigate({ search: "" }, { replace: true });
    });
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Icon of={restoreIcon} />
        {t`Restore version ${{ version: number }}`}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Restore version ${{ version: number }} of ${name}?`}
        confirm={t`Restore version ${{ version: number }}`}
        onConfirm={() => void restore()}
        onCancel={() => setAsking(false)}
      >
        <p>
          {t`It is published right away as version ${next}. Other versions and existing documents aren’t affected.`}{" "}
          {template.isFromFiles &&
            t`The template will then be managed in the studio, and changes to its files will be ignored.`}
        </p>
      </ConfirmDialog>
    </>
  );
}
