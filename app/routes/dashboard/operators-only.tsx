import type { ReactNode } from "react";
import { Link } from "react-router";
import { usePerson } from "../../shell/dashboard.tsx";

/** A courtesy only: the server decides who may read what. */
export function OperatorsOnly({ children }: { children: ReactNode }) {
  if (usePerson().role === "operator") return children;
  return (
    <>
      <h1>For operators</h1>
      <p className="desk-lead">This page belongs to the people who run this library.</p>
      <Link className="button" to="/dashboard">
        Back to your table
      </Link>
    </>
  );
}
