import { tell } from "../../../lib/messages.ts";
import type { Draft } from "../../documents/draft.ts";
import { readDocument } from "../../documents/index.ts";
import { recordUse } from "../../history/index.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import {
  type DeviceDraft,
  documentKey,
  dropDraft,
  makeCreateKey,
  newKey,
  readDraft,
  writeDraft,
} from "./device-drafts.ts";
import { sayKeeping } from "./keeping.ts";
import { fromStored, keepCopy, makeDocument, type Outcome, sendDraft } from "./sending.ts";
import { joinTabs } from "./tabs.ts";
import { titleOf } from "./titles.ts";
import type { Turn } from "./turn.ts";

/**
 * Keeps one open draft: every change on the device at once, a person's on the server soon after, one request at a time
 * and the newest words last. It goes on until the last words are kept, also when the editor has been left.
 */
export type Keeper = {
  read(): Kept;
  subscribe(hear: () => void): () => void;
  /** The session has ended, or is back. */
  setPerson(isPerson: boolean): void;
  /** Makes a document of it now. */
  keep(): void;
  takeOver(): void;
  /** Another tab has taken it. */
  loseTurn(): void;
  loadTheirs(): void;
  /** Everything on the device; used before leaving for sign-in. */
  flush(): Promise<void>;
  close(): Promise<void>;
};
export type Kept = ReturnType<typeof sayKeeping> & {
  isWriter: boolean;
  hasMoved: boolean;
  documentId: string | undefined;
};

export type Place = {
  key: string;
  /** Whose draft it is: a person's e-mail; empty for a visitor's. */
  owner: string;
  createKey: string;
  document?: { id: string; rev: number };
};
export type KeeperParts = {
  template: EditorTemplate;
  store: DraftStore;
  place: Place;
  /** Who is here, if anybody is known. */
  email: string;
  isPerson: boolean;
  /** Where the draft that was opened is kept already. */
  kept: "nowhere" | "device" | "server";
  turn: Turn | undefined;
  onDocument(id: string): void;
};

const SEND_AFTER_MS = 700; // a pause between words
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 20_000;

export function createKeeper(parts: KeeperParts): Keeper {
  const { template, store } = parts;
  let { place, isPerson } = parts;
  let onDevice = parts.kept === "device" ? store.read() : undefined;
  let onServer = parts.kept === "server" ? store.read() : undefined;
  let untouched = parts.kept === "nowhere" ? store.read() : undefined;
  /** A person's own draft goes to the server, and a visitor's that they found here once they go on with it. */
  let isWanted = place.owner !== "";
  /** Made here, and history doesn't have it yet. */
  let isNew = false;
  let sent: Draft | undefined;
  let moved: { theirs: Draft; rev: number } | undefined;
  let trouble: Exclude<Outcome["kind"], "saved" | "moved" | "gone"> | undefined;
  let refused: string | undefined;
  let isDeviceFull = false;
  let failures = 0;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | undefined;
  let sending: Promise<void> | undefined;
  const tabs = joinTabs({
    key: place.key,
    turn: parts.turn,
    onDraft: (draft) => become(draft, "device"),
    finish: async () => {
      await writeDevice();
      await sending;
    },
    onLost: () => {
      clearTimeout(timer);
      announce();
    },
  });
  const listeners = new Set<() => void>();
  let kept = look();

  function look(): Kept {
    const said = sayKeeping({
      isPerson: isPerson && isWanted,
      isWriter: tabs.isWriter(),
      hasMoved: moved !== undefined,
      present: store.read(),
      untouched,
      onDevice,
      onServer,
      isDeviceFull,
      isUnreachable: trouble === "unreachable",
      hasSessionEnded: trouble === "session ended",
      refused: trouble === "refused" ? refused : undefined,
    });
    return {
      ...said,
      isWriter: tabs.isWriter(),
      hasMoved: moved !== undefined,
      documentId: place.document?.id,
    };
  }

  function announce(): void {
    const next = look();
    const isSame = (Object.keys(next) as (keyof Kept)[]).every((name) => next[name] === kept[name]);
    if (isSame) return;
    kept = next;
    for (const hear of listeners) hear();
  }

  function isAllOnServer(): boolean {
    return store.read() === onServer || store.read() === untouched;
  }

  function hearChange(): void {
    const present = store.read();
    // Undone back to what the server has: newer words must not come back from the device.
    if (tabs.isWriter() && present === onServer) void forgetDevice();
    else if (tabs.isWriter() && present !== untouched) {
      untouched = undefined;
      if (isPerson) isWanted = true;
      void writeDevice();
      if (trouble === "refused") trouble = undefined;
      scheduleSend(SEND_AFTER_MS);
    }
    announce();
  }

  function record(draft: Draft): DeviceDraft {
    const { owner, createKey, document } = place;
    const base = { template: template.id, owner, draft, at: Date.now(), createKey };
    return document ? { ...base, document: { ...document } } : base;
  }

  /** One write at a time; the words typed meanwhile are in the next. */
  function writeDevice(): Promise<void> {
    writing ??= (async () => {
      while (tabs.isWriter() && onDevice !== store.read() && onServer !== store.read()) {
        const draft = store.read();
        try {
          await writeDraft(place.key, record(draft));
          isDeviceFull = false;
        } catch (error) {
          console.error("Draft write failed", error);
          isDeviceFull = true;
        }
        onDevice = draft;
        tabs.show(draft);
        announce();
      }
    })().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  function scheduleSend(delay: number): void {
    if (!isPerson || !isWanted || !tabs.isWriter() || moved || isAllOnServer()) return;
    clearTimeout(timer);
    timer = setTimeout(() => void send(), delay);
  }

  function send(): Promise<void> {
    clearTimeout(timer);
    sending ??= attempt().finally(() => {
      sending = undefined;
      announce();
      if (trouble === "unreachable")
        scheduleSend(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS));
      else if (!trouble) scheduleSend(SEND_AFTER_MS);
    });
    return sending;
  }

  async function attempt(): Promise<void> {
    if (!isPerson || !isWanted || !tabs.isWriter() || moved || isAllOnServer()) return;
    await writeDevice();
    if (!place.document && !(await makePlace())) return;
    const document = place.document;
    if (!document) return;
    const draft = store.read();
    const outcome = await sendDraft(template, document, draft, sent);
    sent = outcome.kind === "saved" ? undefined : draft;
    if (outcome.kind !== "saved") return hearOutcome(outcome);
    trouble = undefined;
    failures = 0;
    onServer = draft;
    place = { ...place, document: { id: document.id, rev: outcome.rev } };
    // Only when nothing was typed meanwhile: otherwise the device has newer words.
    if (store.read() === draft) await forgetDevice();
    if (isNew) void recordCreated(document.id, titleOf(template, draft));
  }

  async function recordCreated(documentId: string, title: string): Promise<void> {
    isNew = false;
    isNew = !(await recordUse({ action: "created", templateId: template.id, title, documentId }));
  }

  async function forgetDevice(): Promise<void> {
    await writing;
    if (store.read() !== onServer) return;
    onDevice = undefined;
    await dropDraft(place.key);
  }

  /** The draft becomes a document: once, however often this is tried. */
  async function makePlace(): Promise<boolean> {
    const made = await makeDocument(template, place.createKey);
    if (made.kind !== "made") {
      hearOutcome(made as Outcome);
      return false;
    }
    const before = place.key;
    const { id, rev } = made;
    place = { ...place, owner: parts.email, key: documentKey(id), document: { id, rev } };
    await tabs.moveTo(place.key);
    await writeDraft(place.key, record(store.read())).catch(() => {});
    await dropDraft(before);
    isNew = true;
    if (!isClosed) parts.onDocument(id);
    return true;
  }

  function hearOutcome(outcome: Outcome): void {
    if (outcome.kind === "saved") return;
    if (outcome.kind === "moved") {
      moved = { theirs: outcome.theirs, rev: outcome.rev };
      return;
    }
    if (outcome.kind === "gone") {
      // Deleted elsewhere while being written here: what is written here is not thrown away.
      const createKey = makeCreateKey();
      void dropDraft(place.key);
      place = { owner: parts.email, createKey, key: newKey(parts.email, template.id, createKey) };
      onDevice = undefined;
      tell({
        kind: "fact",
        words: "This document was deleted elsewhere; what you have here becomes a new one",
      });
      return;
    }
    trouble = outcome.kind;
    failures += 1;
    if (outcome.kind === "refused") refused = outcome.words;
  }

  /** What is kept elsewhere comes on the screen. */
  function become(draft: Draft, where: "device" | "server"): void {
    untouched = undefined;
    onDevice = where === "device" ? draft : undefined;
    onServer = where === "server" ? draft : undefined;
    store.load(draft);
    announce();
  }

  async function takeOver(): Promise<void> {
    await tabs.insist();
    const newest = await readDraft(place.key);
    if (newest?.document) place = { ...place, document: newest.document };
    if (newest) become(newest.draft, "device");
    else if (place.document)
      await readDocument(place.document.id)
        .then((stored) => {
          place = { ...place, document: { id: stored.id, rev: stored.rev } };
          become(fromStored(template, stored), "server");
        })
        .catch((error: unknown) => console.error("Document load failed", error));
    tabs.begin();
    announce();
    scheduleSend(0);
  }

  async function loadTheirs(): Promise<void> {
    if (!moved || !place.document) return;
    const { theirs, rev } = moved;
    try {
      await keepCopy(template, store.read());
    } catch (error) {
      console.error("Document copy failed", error);
      tell({
        kind: "failure",
        words: "Your copy could not be made, so nothing was changed. Please try again.",
      });
      return;
    }
    moved = undefined;
    place = { ...place, document: { id: place.document.id, rev } };
    await dropDraft(place.key);
    become(theirs, "server");
    tell({ kind: "fact", words: "Your own words are in your documents, as a copy" });
  }

  /** Somebody comes back to a tab: what another device or the list of documents changed meanwhile is taken over. */
  async function catchUp(): Promise<void> {
    const known = place.document;
    const isQuiet = () =>
      tabs.isWriter() && isPerson && !moved && onServer !== undefined && store.read() === onServer;
    if (!known || !isQuiet()) return;
    const stored = await readDocument(known.id).catch(() => undefined);
    if (!stored || stored.rev === known.rev || place.document !== known || !isQuiet()) return;
    place = { ...place, document: { id: known.id, rev: stored.rev } };
    become(fromStored(template, stored), "server");
  }

  const onVisibility = () => void (document.visibilityState === "hidden" ? flush() : catchUp());
  const sendWhenOnline = () => scheduleSend(0);
  const flush = async () => {
    if (tabs.isWriter() && store.read() !== untouched) await writeDevice();
  };
  /** Only where something is nowhere but on this screen. */
  const holdUnsaved = (event: BeforeUnloadEvent) => {
    if (isDeviceFull && tabs.isWriter() && !isAllOnServer()) event.preventDefault();
  };
  const leaveStore = store.subscribe(hearChange);
  document.addEventListener("visibilitychange", onVisibility);
  addEventListener("pagehide", onVisibility);
  addEventListener("online", sendWhenOnline);
  addEventListener("beforeunload", holdUnsaved);
  scheduleSend(0);

  return {
    read: () => kept,
    subscribe: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    setPerson: (next) => {
      isPerson = next;
      if (next && trouble === "session ended") trouble = undefined;
      announce();
      scheduleSend(0);
    },
    keep: () => {
      isWanted = true;
      untouched = undefined;
      void writeDevice();
      void send();
      announce();
    },
    takeOver: () => void takeOver(),
    loseTurn: tabs.lose,
    loadTheirs: () => void loadTheirs(),
    flush,
    close: async () => {
      isClosed = true;
      leaveStore();
      document.removeEventListener("visibilitychange", onVisibility);
      removeEventListener("pagehide", onVisibility);
      removeEventListener("online", sendWhenOnline);
      removeEventListener("beforeunload", holdUnsaved);
      await flush();
      await sending;
      await send();
      clearTimeout(timer);
      tabs.leave();
    },
  };
}
