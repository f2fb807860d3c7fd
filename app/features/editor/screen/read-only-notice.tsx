import tabs from "virtual:icon/copy";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

const NOTICE = "read-only-notice";

/** Above the fields of a draft that another tab edits, with a button to edit it here. */
export function ReadOnlyNotice({ onTakeOver }: { onTakeOver(): void }) {
  return (
    <div className="ed-notice">
      <Icon of={tabs} />
      <p id={NOTICE}>
        <Trans>
          <b>Read-only.</b> You’re editing this document in another tab.
        </Trans>
      </p>
      <Button onClick={onTakeOver}>{t`Edit here instead`}</Button>
    </div>
  );
}

/** Disables everything inside while another tab edits, and tells screen readers why. */
export function Fields({ isReadOnly, children }: { isReadOnly: boolean; children: ReactNode }) {
  return (
    <fieldset
      className="ed-fields"
      disabled={isReadOnly}
      aria-label={isReadOnly ? t`Read-only` : undefined}
      aria-describedby={isReadOnly ? NOTICE : undefined}
    >
      {children}
    </fieldset>
  );
}
