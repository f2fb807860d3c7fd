import type { ComponentProps, ReactNode } from "react";
import { Mark } from "./mark.tsx";

type Props = ComponentProps<"button"> & { isBusy: boolean; busyWords: string; children: ReactNode };

/** While it works the registration mark turns and the words say what is happening; a second press does nothing. */
export function BusyButton({ isBusy, busyWords, children, className = "", onClick, ...button }: Props) {
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
