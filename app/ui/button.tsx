import type { ComponentProps, ReactNode } from "react";
import { Icon, Mark } from "./icon.tsx";

type Look = { variant?: "primary" | "bare" | "danger" | undefined; size?: "small" | "large" | undefined };

type Props = ComponentProps<"button"> &
  Look & {
    /** While it is busy, another press does nothing. */
    isBusy?: boolean;
    /** The label while busy. */
    busyMessage?: string;
  };

/** A button with a label; `className` is for its place on the page. */
export function Button({
  isBusy,
  busyMessage,
  children,
  onClick,
  variant,
  size,
  className,
  ...button
}: Props) {
  return (
    <button
      type="button"
      className={["button", variant, size, className].filter(Boolean).join(" ")}
      aria-disabled={isBusy}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      {...button}
    >
      {isBusy ? (
        <>
          <span className="turning">
            <Mark />
          </span>
          {busyMessage}
        </>
      ) : (
        children
      )}
    </button>
  );
}

type IconButtonProps = ComponentProps<"button"> & { label: string; icon: string; children?: ReactNode };

/** A button that is only an icon; its label is read out. */
export function IconButton({ label, icon, className, children, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      className={className ? `icon-button ${className}` : "icon-button"}
      aria-label={label}
      {...button}
    >
      <Icon of={icon} />
      {children}
    </button>
  );
}
