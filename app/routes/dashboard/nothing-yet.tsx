import heart from "virtual:icon/heart";
import history from "virtual:icon/rotate-ccw-clock";
import { Link } from "react-router";
import { EmptySheet } from "../../ui/empty-sheet.tsx";

type Props = {
  /** Whether it stands under a heading of its own section. */
  isWithin?: boolean;
  /** Whether the way on is shown elsewhere. */
  isLedOn?: boolean;
};

/** Where saved templates will lie. */
export function NothingSaved({ isWithin = false, isLedOn = false }: Props) {
  return (
    <EmptySheet
      title="No saved templates yet"
      drawing={heart}
      isWithin={isWithin}
      action={!isLedOn && <FindOne />}
    >
      Press the heart on a template to save it here.
    </EmptySheet>
  );
}

/** Where uses will be remembered. */
export function NothingUsed({ isWithin = false, isLedOn = false }: Props) {
  return (
    <EmptySheet title="No history yet" drawing={history} isWithin={isWithin} action={!isLedOn && <FindOne />}>
      Documents you create and download appear here.
    </EmptySheet>
  );
}

function FindOne() {
  return (
    <Link className="button primary" to="/templates">
      Find a template
    </Link>
  );
}
