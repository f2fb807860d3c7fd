import { notify } from "../../../lib/browser/toasts.ts";
import { readDocument } from "../../documents/index.ts";
import { recordUse } from "../../history/index.ts";
import type { Draft } from "../draft.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { readDraft, removeDraft, writeDraft } from "./device-drafts.ts";
import type { AutosaveEffect, AutosaveEvent, DocumentRevision, NewestCopy, Place } from "./reducer/state.ts";
import { copyDraft, createDocumentOnce, fromStored, saveDraft } from "./server-copy.ts";
import { titleOf } from "./titles.ts";
import type { Tabs } from "./writer-tab.ts";

type PerformerParts = {
  template: EditorTemplate;
  store: DraftStore;
  tabs: Tabs;
  onDocument(id: string): void;
  dispatch(event: AutosaveEvent): void;
};

/** Does what the reducer says. What takes time ends with an event, whatever happens: the reducer waits for it. */
export function createPerformer({ template, store, tabs, onDocument, dispatch }: PerformerParts) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function perform(effect: AutosaveEffect): Promise<AutosaveEvent | undefined> {
    switch (effect.kind) {
      case "writeDevice":
        return { kind: (await writeDevice(effect.place, effect.draft)) ? "deviceWritten" : "deviceFailed" };
      case "removeDevice":
        await removeDraft(effect.key);
        return { kind: "deviceRemoved" };
      case "moveDraft":
        return moveDraft(effect.from, effect.place, effect.draft);
      case "createDocument":
        return createDocumentOnce(template, effect.createKey);
      case "saveDocument":
        return saveDraft(template, effect.document, effect.draft, effect.unconfirmed);
      case "copyDocument":
        return { kind: (await copyDraft(template, effect.draft)) ? "copyMade" : "copyFailed" };
      case "readDocument":
        return readAgain(effect.document);
      case "recordCreation":
        return recordCreation(effect.documentId, effect.draft);
      case "startTimer":
        clearTimeout(timer);
        timer = setTimeout(() => dispatch({ kind: "timerFired" }), effect.delayMs);
        return undefined;
      case "stopTimer":
        clearTimeout(timer);
        return undefined;
      case "tellOpened":
        tabs.tellOpened();
        return undefined;
      case "tellTabs":
        tabs.tell(effect);
        return undefined;
      case "takeOver":
        return takeOver(effect.place);
      case "releaseLock":
        tabs.release();
        return undefined;
      case "leave":
        tabs.leave();
        return undefined;
      case "showDraft":
        store.load(effect.draft);
        return undefined;
      case "nameInAddress":
        onDocument(effect.documentId);
        return undefined;
      case "tell":
        notify(effect.message);
        return undefined;
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

  async function moveDraft(from: string, place: Place, draft: Draft): Promise<AutosaveEvent> {
    // Without the lock the revision still keeps tabs apart.
    await tabs.moveTo(place.key).catch((error: unknown) => console.error("Draft lock failed", error));
    const isWritten = await writeDevice(place, draft);
    await removeDraft(from);
    return { kind: "draftMoved", isWritten };
  }

  /** Nobody waits for it, so a failure is nobody's concern. */
  async function readAgain(known: DocumentRevision): Promise<AutosaveEvent | undefined> {
    const stored = await readDocument(known.id).catch(() => undefined);
    return stored && { kind: "documentRead", known, draft: fromStored(template, stored), rev: stored.rev };
  }

  async function recordCreation(documentId: string, draft: Draft): Promise<AutosaveEvent> {
    const title = titleOf(template, draft);
    const isRecorded = await recordUse({ action: "created", templateId: template.id, title, documentId });
    return { kind: "creationRecorded", isRecorded };
  }

  async function takeOver({ key, document }: Place): Promise<AutosaveEvent> {
    try {
      await tabs.takeOver();
    } catch (error) {
      console.error("Taking over failed", error);
      return { kind: "lockLost" };
    }
    const copy = await readDraft(key);
    if (copy) return { kind: "tookOver", newest: { ...copy, on: "device" } };
    return { kind: "tookOver", newest: document && (await readServerCopy(document.id)) };
  }

  async function readServerCopy(id: string): Promise<NewestCopy | undefined> {
    try {
      const stored = await readDocument(id);
      return { draft: fromStored(template, stored), on: "server", document: { id, rev: stored.rev } };
    } catch (error) {
      console.error("Document load failed", error);
      return undefined;
    }
  }

  return (effect: AutosaveEffect): void => {
    void perform(effect).then((event) => event && dispatch(event));
  };
}
