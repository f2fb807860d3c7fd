import restoreIcon from "virtual:icon/undo-2";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { ListedVersion, VersionHistory } from "../../../../contract/templates/template-versions.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { attempt } from "../../../lib/http/failures.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { restoreVersion } from "./versions-client.ts";

/** Asks first: visitors see it at once. */
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
  const next = newest.number + 1;
  const navigate = useNavigate();
  const restore = async () => {
    setAsking(false);
    await attempt({ failure: "Restore failed", outcome: "Nothing was restored." }, async () => {
      const number = await restoreVersion(template.id, version.id, newest.number);
      notify({
        kind: "fact",
        message: `${template.name} is as in version ${version.number} again, as version ${number}`,
      });
      await navigate({ search: "" }, { replace: true });
    });
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Icon of={restoreIcon} />
        Restore {version.number} as {next}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Make ${template.name} as it was in version ${version.number}?`}
        confirm={`Restore ${version.number} as ${next}`}
        onConfirm={() => void restore()}
        onCancel={() => setAsking(false)}
      >
        <p>
          It becomes version {next}, which visitors see at once. All versions stay, and documents stay with
          theirs.
          {template.isFromFiles && " Its files no longer change it after that."}
        </p>
      </ConfirmDialog>
    </>
  );
}
