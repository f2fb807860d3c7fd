import close from "virtual:icon/x";
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { IconButton } from "../ui/button.tsx";

type Props = { id: string; title: string; label: string; className?: string; children: ReactNode };

/** The menu of a phone; a button opens it with `popoverTarget`. */
export function Drawer({ id, title, label, className = "", children }: Props) {
  return (
    <nav id={id} popover="auto" className={`panel drawer drawer-places ${className}`} aria-label={label}>
      <div className="drawer-head">
        <h2>{title}</h2>
        <IconButton popoverTarget={id} popoverTargetAction="hide" label={t`Close`} icon={close} />
      </div>
      {children}
    </nav>
  );
}

/** The first link of a page, shown with the keyboard. */
export function SkipLink() {
  return <a className="skip" href="#main">{t`Skip to content`}</a>;
}
