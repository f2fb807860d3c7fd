import { t } from "@lingui/core/macro";
import type { PerformedEffect } from "../../../lib/autosave/autosave.ts";
import { problemOf, sendDraft } from "../../../lib/autosave/save-request.ts";
import type {
  AutosaveEvent,
  DocumentRevision,
  NewestCopy,
  Place,
  SendProblem,
} from "../../../lib/autosave/state.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { copyDocument, createDocument, readDocument, saveDocument } from "../../documents/index.ts";
import { recordUse } from "../../history/index.ts";
import { checkSession } from "../../session/index.ts";
import type { Draft } from "../draft.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { documentKey, makeCreateKey, newKey, readDraft, removeDraft, writeDraft } from "./device-drafts.ts";
import { fromStored, isSameDraft, toContent } from "./server-copy.ts";
import { titleOf } from "./titles.ts";
import type { Tabs } from "./writer-tab.ts";

type PerformerParts = {
  template: EditorTemplate;
  email: string;
  store: Pick<DraftStore, "load">;
  tabs: Tabs;
  onDocument(id: string): void;
};
type Done = AutosaveEvent<Draft> | undefined;
type Failure = Extract<AutosaveEvent<Draft>, { kind: "documentGone" | "sendFailed" }>;

const failed = (problem: SendProblem): Failure => ({ kind: "sendFailed", problem });

/** Performs the effects of the editor's autosave. */
export function createPerformer({ template, email, store, tabs, onDocument }: PerformerParts) {
  const request = {
    send: ({ id, rev }: DocumentRevision, draft: Draft) => saveDocument(id, rev, toContent(template, draft)),
    fromStored: (stored: Parameters<typeof fromStored>[1] & { rev: number }) => fromStored(template, stored),
    isSame: (own: Draft, stored: Draft) =>
      isSameDraft(fromStored(template, toContent(template, own)), stored),
  };

  async function perform(effect: PerformedEffect<Draft>): Promise<Done> {
    switch (effect.kind) {
      case "writeDevice":
        return { kind: (await writeDevice(effect.place, effect.draft)) ? "deviceWritten" : "deviceFailed" };
      case "removeDevice":
        await removeDraft(effect.key);
        return { kind: "deviceRemoved" };
      case "moveDraft":
        return moveDraft(effect.from, effect.place, effect.draft);
      case "followDraft":
        return void tabs.follow(effect.place);
      case "createDocument":
        return create(effect.createKey).catch(judge);
      case "saveDocument":
        return sendDraft(request, effect).catch(judge);
      case "copyDocument":
        return { kind: (await copy(effect.draft)) ? "copyMade" : "copyFailed" };
      case "readDocument":
        return readAgain(effect.document);
      case "recordCreation":
        return recordCreation(effect.documentId, effect.draft);
      case "announceTab":
        return void tabs.announce();
      case "broadcast":
        return void tabs.broadcast(effect);
      case "takeOver":
        return takeOver(effect.place);
      case "releaseLock":
        return void tabs.release();
      case "leave":
        return void tabs.leave();
      case "showDraft":
        return void store.load(effect.draft);
      case "nameInAddress":
        return void onDocument(effect.documentId);
      case "notify":
        return void notify(effect.toast);
    }
  }

  async function writeDevice({ key, ...place }: Place, draft: Draft): Promise<boolean> {
    try {
      await writeDraft(key, { ...place, template: template.id, draft, at: Date.now() });
      return true;
    } catch (error) {
      console.error("Draft write failed", error);
      return false;
    }
  }

  async function moveDraft(from: string, place: Place, draft: Draft): Promise<Done> {
    // Without the lock the revision still protects one tab's changes from another's.
    await tabs.moveTo(place).catch((error: unknown) => console.error("Draft lock failed", error));
    const isWritten = await writeDevice(place, draft);
    await removeDraft(from);
    return { kind: "draftMoved", isWritten };
  }

  async function create(createKey: string): Promise<Done> {
    const document = await createDocument(template.id, createKey);
    const place = { key: documentKey(document.id), owner: email, createKey, document };
    return { kind: "documentCreated", place };
  }

  async function judge(error: unknown): Promise<Failure> {
    if (!(error instanceof RefusedCall)) return failed(problemOf(error));
    console.error("Document save failed", error);
    if (error.status === 401 || error.status === 403) {
      const { kind } = await checkSession();
      if (kind === "unreachable") return failed({ kind });
      if (kind !== "known") return failed({ kind: "sessionEnded" });
      const createKey = makeCreateKey();
      const key = newKey(email, template.id, createKey);
      return { kind: "documentGone", place: { key, owner: email, createKey } };
    }
    if (error.code === "QUOTA_EXCEEDED")
      return failed({ kind: "refused", message: t`Your storage is full.`, isFull: true });
    if (error.status === 413)
      return failed({ kind: "refused", message: t`The pictures are too large to save online.` });
    return failed(problemOf(error));
  }

  /** Saves the draft as a second document. False when that failed. */
  async function copy(draft: Draft): Promise<boolean> {
    const content = toContent(template, draft);
    try {
      await copyDocument(template.id, {
        ...content,
        title: t`${{ title: content.title.slice(0, 190) }} (my copy)`,
      });
      return true;
    } catch (error) {
      console.error("Document copy failed", error);
      return false;
    }
  }

  /** A failure is ignored: the draft on the screen stays. */
  async function readAgain(known: DocumentRevision): Promise<Done> {
    const stored = await readDocument(known.id).catch(() => undefined);
    return stored && { kind: "documentRead", known, draft: fromStored(template, stored), rev: stored.rev };
  }

  async function recordCreation(documentId: string, draft: Draft): Promise<Done> {
    const title = titleOf(template, draft);
    const isRecorded = await recordUse({ action: "created", templateId: template.id, title, documentId });
    return { kind: "creationRecorded", isRecorded };
  }

  async function takeOver(place: Place): Promise<Done> {
    let moved: Place | undefined;
    try {
      moved = await tabs.takeOver();
    } catch (error) {
      console.error("Taking over failed", error);
      return { kind: "lockLost" };
    }
    const { key, document } = moved ?? place;
    const copy = await readDraft(key);
    if (copy) return { kind: "tookOver", newest: { ...copy, on: "device" } };
    return { kind: "tookOver", newest: document && (await readServerCopy(document.id)) };
  }

  async function readServerCopy(id: string): Promise<NewestCopy<Draft> | undefined> {
    try {
      const stored = await readDocument(id);
      return { draft: fromStored(template, stored), on: "server", document: { id, rev: stored.rev } };
    } catch (error) {
      console.error("Document load failed", error);
      return undefined;
    }
  }

  return perform;
}
