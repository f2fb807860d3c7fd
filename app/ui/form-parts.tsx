import alert from "virtual:icon/circle-alert";
import { type ComponentProps, type ReactNode, useSyncExternalStore } from "react";
import { SENT_TOO_EARLY } from "../../contract/page-services.ts";
import { Icon, Mark } from "./icon.tsx";

/**
 * What went wrong with a form as a whole. Read out when it appears. A form is sent by the browser itself, as a POST so that
 * nothing of it gets into an address, when no script was there to send it; the server then leads back here.
 */
export function FormProblem({ children }: { children: ReactNode }) {
  const wasTooEarly = useSyncExternalStore(
    never,
    () => location.hash === `#${SENT_TOO_EARLY}`,
    () => false,
  );
  const problem =
    children || (wasTooEarly && "That was sent before the page was ready. Please send it again.");
  return (
    <>
      <div role="alert" className="form-alert">
        {problem && <Problem>{problem}</Problem>}
      </div>
      <noscript>
        <Problem>This form needs JavaScript, which is switched off in this browser.</Problem>
      </noscript>
    </>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <p className="form-problem">
      <Icon of={alert} />
      <span>{children}</span>
    </p>
  );
}

const never = () => () => {};

type BusyButtonProps = ComponentProps<"button"> & { isBusy: boolean; busyWords: string; children: ReactNode };

/** While it works the registration mark turns and the words say what is happening; a second press does nothing. */
export function BusyButton({
  isBusy,
  busyWords,
  children,
  className = "",
  onClick,
  ...button
}: BusyButtonProps) {
  return (
    <button
      type="submit"
      className={`button ${className}`}
      aria-disabled={isBusy}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      {...button}
    >
      {isBusy ? (
        <>
          <span className="turning">
            <Mark />
          </span>
          {busyWords}
        </>
      ) : (
        children
      )}
    </button>
  );
}
