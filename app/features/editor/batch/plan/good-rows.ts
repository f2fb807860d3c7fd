import type { Fault } from "../../../../lib/http/http-client.ts";
import type { Draft } from "../../draft.ts";
import { fillDocument, type PlannedDocument } from "./documents.ts";
import type { RowPlan } from "./row-plan.ts";
import { badRows } from "./row-problems.ts";

type Failed = { faults: Fault[] };
type Made<Result> = {
  document: PlannedDocument;
  result: Result | Failed;
  /** Each round of skipped rows, with their faults. */
  leftOut: { document: PlannedDocument; faults: Fault[] }[];
};

/**
 * Makes a document from its valid rows, so that two bad names don't prevent forty badges. Faults of the
 * whole document, or of all rows, are the result.
 */
export async function makeWithGoodRows<Result extends object>(
  planned: PlannedDocument,
  draft: Draft["data"],
  plan: RowPlan,
  make: (data: Draft["data"]) => Promise<Result | Failed>,
): Promise<Made<Result>> {
  let document = planned;
  const leftOut: Made<Result>["leftOut"] = [];
  for (;;) {
    const result = await make(document.data);
    if (!("faults" in result)) return { document, result, leftOut };
    const bad = badRows(document, result.faults, plan);
    const rows = document.rows.filter((row) => !bad?.has(row));
    if (!bad || bad.size === 0 || bad.size === document.entries.length) return { document, result, leftOut };
    leftOut.push({ document, faults: result.faults });
    document = fillDocument(draft, rows, plan);
  }
}
