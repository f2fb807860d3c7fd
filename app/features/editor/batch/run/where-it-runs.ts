import { JOB_FROM_ROWS, MAX_JOB_BODY_BYTES } from "../../../../../contract/rendering/jobs.ts";
import { holdsRows } from "../../../../../contract/rendering/print-sheets.ts";
import type { Draft } from "../../draft.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { fillDocument } from "../plan/documents.ts";
import type { RowPlan } from "../plan/row-plan.ts";
import type { TableRow } from "../table/table.ts";

type Batch = {
  template: Pick<EditorTemplate, "type">;
  draft: Draft;
  /** `sheet`: the paper of print sheets, if there are to be any. */
  plan: RowPlan & { groups: readonly TableRow[][]; sheet: string | undefined };
  isSignedIn: boolean;
  /** Nothing may leave the device. */
  isPrivate: boolean;
};

const SPARE = 0.8; // rows are compared by the first one

/**
 * Whether the server makes a batch as a job: a long one, so that its person can leave. Jobs belong to an account. Print sheets are joined in
 * the browser, where documents of many rows are also made again without their bad rows.
 */
export function runsOnServer({ template, draft, plan, isSignedIn, isPrivate }: Batch): boolean {
  if (isPrivate || !isSignedIn) return false;
  if (plan.groups.length <= JOB_FROM_ROWS || plan.sheet || holdsRows(template.type.slug)) return false;
  const [first = []] = plan.groups;
  const row = JSON.stringify(fillDocument(draft.data, first, plan).data).length;
  return row * plan.groups.length < MAX_JOB_BODY_BYTES * SPARE;
}
