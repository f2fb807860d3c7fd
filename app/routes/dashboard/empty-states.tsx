import heart from "virtual:icon/heart";
import history from "virtual:icon/rotate-ccw-clock";
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
      title="No saved templates yet"
      drawing={heart}
      isWithin={isWithin}
      action={!isLedOn && <FindTemplate />}
    >
      Press the heart on a template to save it here.
    </EmptyState>
  );
}

/** Shown while the history is empty. */
export function NoHistory({ isWithin = false, isLedOn = false }: Props) {
  return (
    <EmptyState
      title="No history yet"
      drawing={history}
      isWithin={isWithin}
      action={!isLedOn && <FindTemplate />}
    >
      Documents you create and download appear here.
    </EmptyState>
  );
}

function FindTemplate() {
  return (
    <Link className="button primary" to="/templates">
      Find a template
    </Link>
  );
}
