import files from "virtual:icon/folder";
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

/** A template that a folder of the library brings can be copied, or taken over. */
export function KeptAsFiles({ template }: Pick<VersionHistory, "template">) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const copy = async () => {
    const draft = await duplicate([{ id: template.id }]);
    if (draft) await navigate(`/studio/drafts/${draft}`);
  };
  const take = async () => {
    setAsking(false);
    await attempt({ failure: "Taking over failed", outcome: "It is still kept as files." }, async () => {
      await takeOver(template.id);
      notify({ kind: "fact", message: `${template.name} is kept here now; its files no longer change it` });
    });
  };
  return (
    <section className={styles.versionFiles} aria-label="Kept as files">
      <p>
        <Icon of={files} />
        <span>
          <b>Kept as files.</b> A change of its files is its next version, also over a change made here.
        </span>
      </p>
      <div>
        <Button onClick={() => void copy()}>Copy it</Button>
        <Button onClick={() => setAsking(true)}>Take it over</Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Keep ${template.name} here from now on?`}
        confirm="Take it over"
        onConfirm={() => void take()}
        onCancel={() => setAsking(false)}
      >
        <p>Its files no longer change it; the log of each import says so. What was published of it stays.</p>
      </ConfirmDialog>
    </section>
  );
}
