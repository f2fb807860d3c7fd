import heart from "virtual:icon/heart";
import history from "virtual:icon/rotate-ccw-clock";
import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import { EmptyState } from "../../ui/empty-state.tsx";

type Props = {
  /** Whether it is under a section's own heading. */
  isWithin?: boolean;
  /** Whether the action is shown elsewhere. */
  isLedOn?: boolean;
};

/** Shown while nothing is saved. */
export function NoSavedTemplates({ isWithin = false, isLedOn = false }: Props) {
  return (
    <EmptyState
      title={t`No saved templates yet`}
      drawing={heart}
      isWithin={isWithin}
      action={!isLedOn && <FindTemplate />}
    >{t`Press the heart on a template to save it here.`}</EmptyState>
  );
}

/** Shown while the history is empty. */
export function NoHistory({ isWithin = false, isLedOn = false }: Props) {
  return (
    <EmptyState
      title={t`No history yet`}
      drawing={history}
      isWithin={isWithin}
      action={!isLedOn && <FindTemplate />}
    >{t`Documents you create and download appear here.`}</EmptyState>
  );
}

function FindTemplate() {
  return <Link className="button primary" to="/templates">{t`Find a template`}</Link>;
}
