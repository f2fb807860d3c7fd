import heart from "virtual:icon/heart";
import { Icon, Mark } from "../../ui/icon.tsx";

type Props = {
  state: "empty" | "busy" | "saved";
  /** What it is about, for those who can't see where it stands. */
  label: string;
  /** Beside the heart, where there is room for words. */
  words?: string;
  className: string;
  onPress(): void;
};

/** Empty, busy, saved. It fills only once the server has answered; until then the registration mark turns. */
export function Heart({ state, label, words, className, onPress }: Props) {
  return (
    <button
      type="button"
      className={`heart ${className} needs-scripts`}
      data-state={state}
      aria-pressed={state === "saved"}
      aria-label={label}
      aria-busy={state === "busy"}
      onClick={state === "busy" ? undefined : onPress}
    >
      {state === "busy" ? (
        <span className="turning">
          <Mark />
        </span>
      ) : (
        <Icon of={heart} />
      )}
      {words}
    </button>
  );
}
