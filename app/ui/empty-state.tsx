import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import "./empty-state.css";

type Props = {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** Icon on the dashed sheet. */
  drawing?: string;
  /** Whether it is under a section's own heading. */
  isWithin?: boolean;
};

/** Nothing yet: a dashed sheet, one sentence that teaches, and the one thing to do. */
export function EmptyState({ title, children, action, drawing, isWithin = false }: Props) {
  return (
    <div className="empty-state">
      <span className="ghost">{drawing && <Icon of={drawing} />}</span>
      <div>
        {isWithin ? <h3>{title}</h3> : <h2>{title}</h2>}
        <p>{children}</p>
        {action}
      </div>
    </div>
  );
}
