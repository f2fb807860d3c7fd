import type { ReactNode } from "react";

/** Nothing yet: a dashed sheet, one sentence that teaches, and the one thing to do. */
export function EmptySheet({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty-sheet">
      <span className="ghost" />
      <div>
        <h3>{title}</h3>
        <p>{children}</p>
        {action}
      </div>
    </div>
  );
}
