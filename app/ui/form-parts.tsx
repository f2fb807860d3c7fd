import alert from "virtual:icon/circle-alert";
import type { ComponentProps, ReactNode } from "react";
import { Icon, Mark } from "./icon.tsx";

/** What went wrong with a form as a whole. Read out when it appears. */
export function FormProblem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="form-alert">
      {children && (
        <p className="form-problem">
          <Icon of={alert} />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}

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
