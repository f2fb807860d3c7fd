import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useStanding } from "../session/index.ts";

/** Whoever is known, or becomes known here, goes on to where they were going. */
export function UnlessKnown({ next, children }: { next: string; children: ReactNode }) {
  const { kind } = useStanding();
  return kind === "known" ? <Navigate to={next} replace /> : children;
}
