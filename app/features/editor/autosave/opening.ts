import { RefusedCall } from "../../../lib/http-client.ts";
import { tell } from "../../../lib/messages.ts";
import type { Draft } from "../../documents/draft.ts";
import { readDocument } from "../../documents/index.ts";
import { createDraftStore, type DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { beginDraft, type ProfileWords } from "./beginning.ts";
import {
  type DeviceDraft,
  documentKey,
  makeCreateKey,
  newKey,
  readDraft,
  unsentDrafts,
  visitorKey,
} from "./device-drafts.ts";
import { fitData, fitTheme } from "./fitting.ts";
import { createKeeper, type Keeper, type Place } from "./keeper.ts";
import { isDraftLink, unpackDraft } from "./link.ts";
import { takePendingKeep } from "./pending-keep.ts";
import { readProfileWords } from "./profile-words.ts";
import { fromStored } from "./sending.ts";
import { isTaken, takeTurn } from "./turn.ts";

export type Who = { email: string; isPerson: boolean };
export type Opened = { store: DraftStore; keeper: Keeper; words: ProfileWords };
type Found = { draft: Draft; place: Place; kept: "nowhere" | "device" | "server" };

const CLOSING_MS = 3_000; // a server that doesn't answer must not keep anybody from opening a draft again
const closing = new Set<Promise<void>>();

/** Opens what is to be edited: a link's values, a document, what this device kept, or an untouched draft. */
export async function openDraft(template: EditorTemplate, who: Who): Promise<Opened> {
  await Promise.race([Promise.all(closing), new Promise((resolve) => setTimeout(resolve, CLOSING_MS))]);
  const { hash, search } = location;
  const id = new URLSearchParams(search).get("document");
  const words = who.isPerson ? await readProfileWords(who.email, template) : {};
  const begun = beginDraft(template.fields, words);
  const linked = isDraftLink(hash) ? unpackDraft(hash, template.fields) : undefined;
  if (isDraftLink(hash)) forgetInAddress({ fragment: true, document: true });
  if (isDraftLink(hash) && !linked)
    tell({ kind: "failure", words: "This link is damaged: it has no values in it" });
  const found =
    (!linked && id && who.email && (await findDocument(template, who, id))) ||
    (await findOnDevice(template, who)) ||
    nothingYet(template, who, begun);
  const { draft, place, kept } = linked && who.isPerson ? nothingYet(template, who, begun) : found;
  const store = createDraftStore(draft);
  let keeper: Keeper | undefined;
  const turn = await takeTurn(place.key, () => keeper?.loseTurn());
  keeper = createKeeper({ template, store, place, ...who, kept, turn, onDocument: nameInAddress });
  // As a step, so that whoever had something here already gets it back with Undo.
  if (linked) store.change(linked);
  if (who.isPerson && !place.document && takePendingKeep(template.id)) keeper.keep();
  return { store, keeper, words };
}

export function closeDraft({ keeper }: Opened): void {
  const closed = keeper.close().catch((error: unknown) => console.error("Draft close failed", error));
  closing.add(closed);
  void closed.finally(() => closing.delete(closed));
}

function nothingYet(template: EditorTemplate, { email }: Who, draft: Draft): Found {
  const createKey = makeCreateKey();
  const key = email ? newKey(email, template.id, createKey) : visitorKey(template.id);
  return { draft, place: { key, owner: email, createKey }, kept: "nowhere" };
}

function fromDevice(template: EditorTemplate, key: string, kept: DeviceDraft): Found {
  const { owner, createKey, document, draft } = kept;
  const place: Place = { key, owner, createKey, ...(document ? { document } : {}) };
  // A new release may have changed the template's fields since.
  const fits: Draft = { ...draft, data: fitData(template.fields, draft.data), theme: fitTheme(draft.theme) };
  return { draft: fits, place, kept: "device" };
}

async function findOnDevice(template: EditorTemplate, { email }: Who): Promise<Found | undefined> {
  if (email)
    for (const [key, kept] of await unsentDrafts(email, template.id))
      if (!(await isTaken(key))) return fromDevice(template, key, kept);
  const key = visitorKey(template.id);
  const kept = await readDraft(key);
  return kept && fromDevice(template, key, kept);
}

/** The document as the server has it, under the words that this device has not brought there yet. */
async function findDocument(template: EditorTemplate, who: Who, id: string): Promise<Found | undefined> {
  const key = documentKey(id);
  const unsent = await readDraft(key);
  const mine = unsent?.owner === who.email && unsent.template === template.id ? unsent : undefined;
  try {
    const stored = who.isPerson ? await readDocument(id) : undefined;
    if (stored && stored.templates_id !== template.id)
      throw new RefusedCall(403, [{ message: "another template" }]);
    if (mine) return fromDevice(template, key, mine);
    if (!stored) throw new Error("the document can't be read before it is known who is here");
    const document = { id, rev: stored.rev };
    const place: Place = { key, owner: who.email, createKey: makeCreateKey(), document };
    return { draft: fromStored(template, stored), place, kept: "server" };
  } catch (error) {
    if (mine) return fromDevice(template, key, mine);
    if (!(error instanceof RefusedCall) || error.status >= 500) throw error;
    forgetInAddress({ document: true });
    tell({ kind: "failure", words: "This document is not there any more. You can begin a new one." });
    return undefined;
  }
}

/** The router need not know: nothing on the page depends on it but the next reload. */
function nameInAddress(id: string): void {
  const address = new URL(location.href);
  address.searchParams.set("document", id);
  history.replaceState(history.state, "", address);
}

function forgetInAddress({ fragment = false, document = false }): void {
  const address = new URL(location.href);
  if (fragment) address.hash = "";
  if (document) address.searchParams.delete("document");
  history.replaceState(history.state, "", address);
}
