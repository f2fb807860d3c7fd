import alert from "virtual:icon/circle-alert";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

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
