import tabs from "virtual:icon/copy";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

const NOTICE = "read-only-notice";

/** Above the fields of a draft that another tab writes, with the way to write here. */
export function ReadOnlyNotice({ onTakeOver }: { onTakeOver(): void }) {
  return (
    <div className="ed-notice">
      <Icon of={tabs} />
      <p id={NOTICE}>
        <b>Only to read here.</b> This is open in another tab, which writes it.
      </p>
      <Button onClick={onTakeOver}>Write here instead</Button>
    </div>
  );
}

/** Nothing inside can be changed while another tab writes; screen readers hear why. */
export function Fields({ isReadOnly, children }: { isReadOnly: boolean; children: ReactNode }) {
  return (
    <fieldset
      className="ed-fields"
      disabled={isReadOnly}
      aria-label={isReadOnly ? "Only to read" : undefined}
      aria-describedby={isReadOnly ? NOTICE : undefined}
    >
      {children}
    </fieldset>
  );
}
