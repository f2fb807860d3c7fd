import { MAX_BATCH_ITEMS } from "../../../contract/limits.ts";
import { removeItems } from "../../lib/content-client.ts";
import { tell } from "../../lib/messages.ts";
import { attempt } from "./document-changes.ts";
import { type DocumentRow, forgetDocumentLists, removedDocuments } from "./documents.ts";

/**
 * Deleting can be taken back, with everything there was: links to it, its labels, its place in the history. So a document is gone
 * from all lists at once, and from the server when the message that offers to undo it has gone or the page is left.
 */
export function removeDocuments(rows: readonly DocumentRow[]): void {
  const [first] = rows;
  if (!first) return;
  const { leaving } = removedDocuments.get();
  change({ leaving: new Map([...leaving, ...rows.map((row) => [row.id, row] as const)]) });
  addEventListener("pagehide", removeWhenLeft);
  const said = rows.length === 1 ? `“${first.title}”` : `${rows.length} documents`;
  tell({
    kind: "fact",
    words: `${said} ${rows.length === 1 ? "was" : "were"} deleted`,
    action: { label: "Undo", run: () => bringBack(rows, said) },
    onGone: () => void removeForGood(rows, said),
  });
}

async function removeForGood(rows: readonly DocumentRow[], said: string): Promise<void> {
  const ids = stillLeaving(rows);
  if (ids.length === 0) return;
  let isGone = false;
  await attempt("Document removal failed", `${said} could not be deleted`, async () => {
    await removeItems("documents", ids);
    isGone = true;
  });
  forgetLeaving(ids, isGone);
}

/** A request that outlives the page; undoing is over then. */
function removeWhenLeft(): void {
  const ids = [...removedDocuments.get().leaving.keys()];
  for (let at = 0; at < ids.length; at += MAX_BATCH_ITEMS)
    removeItems("documents", ids.slice(at, at + MAX_BATCH_ITEMS), { outlivesPage: true }).catch(
      (error: unknown) => console.error("Document removal failed", error),
    );
  if (ids.length > 0) forgetLeaving(ids, true);
}

function bringBack(rows: readonly DocumentRow[], said: string): void {
  const ids = stillLeaving(rows);
  forgetLeaving(ids, false);
  // The page had been left, and the browser brought it back with its message.
  if (ids.length === 0) tell({ kind: "failure", words: `${said} can’t be put back any more` });
}

function stillLeaving(rows: readonly DocumentRow[]): string[] {
  return rows.map(({ id }) => id).filter((id) => removedDocuments.get().leaving.has(id));
}

function forgetLeaving(ids: readonly string[], areGone: boolean): void {
  const { leaving, gone } = removedDocuments.get();
  change({
    leaving: new Map([...leaving].filter(([id]) => !ids.includes(id))),
    gone: areGone ? new Set([...gone, ...ids]) : gone,
  });
}

function change(next: Partial<ReturnType<typeof removedDocuments.get>>): void {
  removedDocuments.set({ ...removedDocuments.get(), ...next });
  forgetDocumentLists();
}
