import { RefusedCall, reasonOf } from "../http/http-client.ts";
import type { AutosaveEvent, DocumentRevision, SaveEffect, SendProblem } from "./state.ts";

type Row = { rev: number };
type SaveRequest<Draft, Stored extends Row> = {
  /** Sends a draft; answers with its new revision. */
  send(document: DocumentRevision, draft: Draft, base: Draft | undefined): Promise<number>;
  /** Reads the row that a refusal with 412 carries. */
  fromStored(row: Stored): Draft;
  isSame(own: Draft, stored: Draft): boolean;
};

/**
 * Sends a draft with its revision. A newer revision is no conflict if it has the draft itself, the draft that was sent
 * before without an answer, or what the draft was based on.
 */
export async function sendDraft<Draft, Stored extends Row>(
  request: SaveRequest<Draft, Stored>,
  { document, draft, base, unconfirmed }: Omit<SaveEffect<Draft>, "kind">,
): Promise<Extract<AutosaveEvent<Draft>, { kind: "documentSaved" | "conflictFound" }>> {
  try {
    return { kind: "documentSaved", rev: await request.send(document, draft, base) };
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.status !== 412 || !error.details.current) throw error;
    // This refusal carries the document as it is stored.
    const current = error.details.current as Stored;
    const { rev } = current;
    const theirs = request.fromStored(current);
    if (request.isSame(draft, theirs)) return { kind: "documentSaved", rev };
    const isOurs = [unconfirmed, base].some((own) => own !== undefined && request.isSame(own, theirs));
    if (!isOurs) return { kind: "conflictFound", theirs, rev };
    const next = { document: { id: document.id, rev }, draft, base: theirs, unconfirmed: undefined };
    return sendDraft(request, next);
  }
}

/** Why a request failed. Failures of the server and of the network are retried. */
export function problemOf(error: unknown): SendProblem {
  if (!(error instanceof RefusedCall)) return { kind: "unreachable" };
  if (error.status >= 500 || error.status === 429) return { kind: "unreachable", hasAnswered: true };
  return { kind: "refused", message: reasonOf(error) };
}
