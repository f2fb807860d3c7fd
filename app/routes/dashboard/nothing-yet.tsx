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
      Press the heart on a sheet and it lies here the next time.
    </EmptySheet>
  );
}

/** Where uses will be remembered. */
export function NothingUsed({ isWithin = false, isLedOn = false }: Props) {
  return (
    <EmptySheet
      title="Nothing used yet"
      drawing={history}
      isWithin={isWithin}
      action={!isLedOn && <FindOne />}
    >
      What you make and download with a template is remembered here.
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
