import { plural, t } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import { type Answer, under } from "../../../../contract/collections/records.ts";
import { DAYS_IN_BIN, MAX_BATCH_ITEMS, MAX_LIMIT } from "../../../../contract/limits.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { countItems, listAllItems, removeItems, updateItems } from "../../../lib/http/content-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { attempt } from "../document-changes.ts";

/** Deleted documents stay in the bin for 30 days with their labels and links, then they are removed. */

const BINNED_FIELDS = ["id", "title", "date_deleted", ...under("templates_id", ["template_name"])] as const;
export type BinnedDocument = Answer<"documents", (typeof BINNED_FIELDS)[number]>;
type Named = { id: string; title: string };

const inBinOf = (userId: string) => ({ user_id: { _eq: userId }, date_deleted: { _nnull: true as const } });

/** All of them, most recently deleted first. */
export function binOf(userId: string) {
  return queryOptions({
    queryKey: ["documents", userId, "bin"],
    staleTime: 0,
    queryFn: () =>
      listAllItems("documents", {
        filter: inBinOf(userId),
        fields: BINNED_FIELDS,
        sort: ["-date_deleted", "id"],
        limit: MAX_LIMIT,
      }),
  });
}

export function binCountOf(userId: string) {
  return queryOptions({
    queryKey: ["documents", userId, "bin-count"],
    staleTime: 0,
    queryFn: () => countItems("documents", inBinOf(userId)),
  });
}

export async function isInBin(id: string): Promise<boolean> {
  return (await countItems("documents", { id: { _eq: id }, date_deleted: { _nnull: true } })) > 0;
}

/** Moves all documents to the bin, or none. */
export async function removeDocuments(rows: readonly Named[]): Promise<void> {
  await attempt("Document removal failed", formatNotDeleted(rows), async () => {
    await setDeleted(rows, new Date().toISOString());
    notify({
      kind: "fact",
      message:
        rows.length === 1
          ? t`“${{ title: titleOf(rows) }}” moved to the bin`
          : plural(
              { count: rows.length },
              { one: "# document moved to the bin", other: "# documents moved to the bin" },
            ),
      action: { label: t`Undo`, run: () => void restoreDocuments(rows) },
      isUnique: true,
    });
  });
  forgetShares();
}

export async function restoreDocuments(rows: readonly Named[]): Promise<void> {
  const outcome =
    rows.length === 1
      ? t`We couldn’t restore “${{ title: titleOf(rows) }}”.`
      : plural(
          { count: rows.length },
          { one: "We couldn’t restore # document.", other: "We couldn’t restore # documents." },
        );
  await attempt("Document restore failed", outcome, () => setDeleted(rows, null));
  forgetShares();
}

export async function removeForGood(rows: readonly Named[]): Promise<void> {
  await attempt("Document removal failed", formatNotDeleted(rows), async () => {
    for (const some of inBatches(rows))
      await removeItems(
        "documents",
        some.map(({ id }) => id),
      );
  });
}

export function daysLeft(deleted: string, now: Date): number {
  const days = (now.getTime() - new Date(deleted).getTime()) / 86_400_000;
  return Math.max(0, Math.ceil(DAYS_IN_BIN - days));
}

async function setDeleted(rows: readonly Named[], date_deleted: string | null): Promise<void> {
  for (const some of inBatches(rows))
    await updateItems(
      "documents",
      some.map(({ id }) => ({ id, date_deleted })),
    );
}

function inBatches<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / MAX_BATCH_ITEMS);
  return Array.from({ length: count }, (_, batch) =>
    rows.slice(batch * MAX_BATCH_ITEMS, (batch + 1) * MAX_BATCH_ITEMS),
  );
}

function formatNotDeleted(rows: readonly Named[]): string {
  if (rows.length === 1) return t`We couldn’t delete “${{ title: titleOf(rows) }}”.`;
  return plural(
    { count: rows.length },
    { one: "We couldn’t delete # document.", other: "We couldn’t delete # documents." },
  );
}

const titleOf = ([first]: readonly Named[]) => first?.title ?? "";

/** Links don't work while their document is in the bin. */
function forgetShares(): void {
  void queryClient.invalidateQueries({ queryKey: ["shares"] });
}
