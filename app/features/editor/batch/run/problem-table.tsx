import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import styles from "../batch.module.css";
import { formatProblem, formatRows, type RowProblem } from "../plan/row-problems.ts";

/** Rows that weren't made, and why. */
export function ProblemTable({ caption, problems }: { caption: ReactNode; problems: readonly RowProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <table className={styles.batchProblems}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t({ message: "Row", context: "of a table" })}</th>
          <th scope="col">{t({ message: "Problem", context: "heading of a column" })}</th>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ rows, ...problem }) => (
          <tr key={`${rows} ${problem.label} ${problem.message}`}>
            <td className="num">{formatRows(rows)}</td>
            <td>{formatProblem(problem)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
