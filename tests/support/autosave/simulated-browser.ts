import { expect } from "vitest";
import { reduce } from "../../../app/lib/autosave/reducer.ts";
import {
  type AutosaveEffect,
  type AutosaveEvent,
  type AutosaveState,
  type Beginning,
  beginAutosave,
  type DocumentRevision,
  isWriter,
} from "../../../app/lib/autosave/state.ts";

// A device, a server and the tabs of one browser; a test decides when and how every operation ends.

type Draft = { name: number };

export const OUTCOMES = ["done", "lost", "unreachable", "refused", "sessionEnded"] as const;
type How = (typeof OUTCOMES)[number];

type Tab = { state: AutosaveState<Draft>; key: string; hasTimer: boolean; hasLeft: boolean; steps: Draft[] };
type Stored = DocumentRevision & {
  draft: Draft;
  isGone: boolean;
  versions: { draft: Draft; isOurs: boolean }[];
};
/** `event` if it is done and its tab has not received the event yet. */
type Work = { tab: Tab; effect: AutosaveEffect<Draft>; event?: AutosaveEvent<Draft> };

const MAX_TABS = 3;
const REQUESTS: readonly AutosaveEffect<Draft>["kind"][] = ["createDocument", "saveDocument", "copyDocument"];
const DEVICE_WORK: readonly AutosaveEffect<Draft>["kind"][] = ["writeDevice", "removeDevice", "moveDraft"];

const isSame = (one: Draft | undefined, other: Draft) => one?.name === other.name;

export class SimulatedBrowser {
  readonly tabs: Tab[];
  readonly hasAccount: boolean;
  readonly pending: Work[] = [];
  readonly device = new Map<string, { draft: Draft; document?: DocumentRevision | undefined }>();
  readonly documents: Stored[] = [];
  readonly #createKeys = new Map<string, Stored>();
  readonly #locks = new Map<string, Tab>();
  readonly #copies: Draft[] = [];
  #names = 0;

  constructor(beginning: Omit<Beginning<Draft>, "draft" | "isWriter">, tabCount: number) {
    const { place, stored } = beginning;
    this.hasAccount = beginning.isPerson;
    const draft = this.newDraft();
    if (place.document) this.documents.push(aDocument(place.document, draft));
    if (stored === "device") this.device.set(place.key, { draft, document: place.document });
    this.tabs = Array.from({ length: tabCount }, (_, index) => ({
      state: beginAutosave({ ...beginning, draft, isWriter: index === 0 }),
      key: place.key,
      hasTimer: false,
      hasLeft: false,
      steps: [draft],
    }));
    if (this.tabs[0]) this.#locks.set(place.key, this.tabs[0]);
    for (const tab of this.tabs) this.dispatch(tab, { kind: "opened" });
  }

  newDraft(): Draft {
    this.#names += 1;
    return { name: this.#names };
  }

  dispatch(tab: Tab, event: AutosaveEvent<Draft>): void {
    const before = tab.state;
    const { state, effects } = reduce(before, event);
    tab.state = state;
    for (const effect of effects) this.#perform(tab, effect, before);
    this.#checkTab(tab);
    if (event.kind === "tookOver") this.#checkTakenOver(tab);
  }

  /** Reads the stored draft while another tab writes. */
  openTab(): void {
    const [writer] = this.#locks.values();
    if (!writer || writer.hasLeft || this.tabs.length === MAX_TABS) return;
    const { place, isPerson, pauseMs } = writer.state;
    const copy = this.device.get(writer.key);
    const document = this.documents.find(({ id, isGone }) => id === place.document?.id && !isGone);
    const stored = copy ? "device" : document ? "server" : "nowhere";
    const draft = structuredClone(copy?.draft ?? document?.draft ?? this.newDraft());
    const beginning = { pauseMs, isPerson, place, stored, draft, isWriter: false } as const;
    const tab = {
      state: beginAutosave(beginning),
      key: writer.key,
      hasTimer: false,
      hasLeft: false,
      steps: [draft],
    };
    this.tabs.push(tab);
    this.dispatch(tab, { kind: "opened" });
  }

  /** Another device saves the document that this browser has open. */
  changeElsewhere(): void {
    for (const stored of this.documents.filter(({ isGone }) => !isGone))
      accept(stored, this.newDraft(), false);
  }

  deleteElsewhere(): void {
    for (const stored of this.documents) stored.isGone = true;
  }

  finish(index: number, how: How): void {
    const [work] = this.pending.splice(index % Math.max(this.pending.length, 1), 1);
    if (work && !work.tab.hasLeft) this.dispatch(work.tab, work.event ?? this.#end(work, how));
  }

  /** Where a draft is safe: on the device, in the document unless another device changed it, or in a copy. */
  isStored(draft: Draft, key: string): boolean {
    const inDocument = ({ versions }: Stored) =>
      versions.some(
        (version, index) =>
          isSame(version.draft, draft) && versions.slice(index + 1).every(({ isOurs }) => !isOurs),
      );
    return (
      isSame(this.device.get(key)?.draft, draft) || this.documents.some(inDocument) || this.isCopied(draft)
    );
  }

  isCopied(draft: Draft): boolean {
    return this.#copies.some((copy) => isSame(copy, draft));
  }

  #perform(tab: Tab, effect: AutosaveEffect<Draft>, before: AutosaveState<Draft>): void {
    expect(tab.hasLeft, "nothing is done by a tab that has left").toBe(false);
    switch (effect.kind) {
      case "startTimer":
      case "stopTimer":
        tab.hasTimer = effect.kind === "startTimer";
        break;
      case "broadcast":
        for (const other of this.#others(tab))
          this.dispatch(other, { ...structuredClone(effect), kind: "otherTabWrote" });
        break;
      case "releaseLock":
      case "leave":
        if (before.tab === "yielding" || effect.kind === "leave") this.#checkStored(tab, before.tab);
        tab.hasLeft = effect.kind === "leave";
        for (const [key, holder] of this.#locks) if (holder === tab) this.#locks.delete(key);
        break;
      case "showDraft":
        if (isWriter(before))
          expect(this.isStored(before.present, before.place.key), "what is replaced is stored").toBe(true);
        tab.steps = [effect.draft];
        break;
      case "followDraft":
        tab.key = effect.place.key;
        break;
      case "announceTab":
        for (const other of this.#others(tab)) this.dispatch(other, { kind: "otherTabOpened" });
        break;
      case "notify":
      case "nameInAddress":
        break;
      case "takeOver":
        this.pending.push({ tab, effect });
        for (const other of this.#others(tab)) this.dispatch(other, { kind: "otherTabAsked" });
        break;
      default:
        if (REQUESTS.includes(effect.kind)) expect(isWriter(tab.state), "only the writer sends").toBe(true);
        this.pending.push({ tab, effect });
    }
  }

  #others(tab: Tab): Tab[] {
    return this.tabs.filter((other) => other !== tab && other.key === tab.key && !other.hasLeft);
  }

  #end({ tab, effect }: Work, how: How): AutosaveEvent<Draft> {
    const isDone = how === "done" || how === "lost";
    switch (effect.kind) {
      case "writeDevice":
        if (isDone)
          this.device.set(effect.place.key, { draft: effect.draft, document: effect.place.document });
        return { kind: isDone ? "deviceWritten" : "deviceFailed" };
      case "removeDevice":
        this.device.delete(effect.key);
        return { kind: "deviceRemoved" };
      case "moveDraft":
        this.#moveLock(tab, effect.from, effect.place.key);
        for (const other of this.tabs.filter((each) => each.key === effect.from && !each.hasLeft))
          this.dispatch(other, { kind: "otherTabMoved", place: effect.place });
        if (isDone)
          this.device.set(effect.place.key, { draft: effect.draft, document: effect.place.document });
        this.device.delete(effect.from);
        return { kind: "draftMoved", isWritten: isDone };
      case "takeOver":
        return this.#takeLock(tab, tab.key);
      case "recordCreation":
        return { kind: "creationRecorded", isRecorded: isDone };
      case "copyDocument":
        if (isDone) this.#copies.push(effect.draft);
        return { kind: how === "done" ? "copyMade" : "copyFailed" };
      case "readDocument": {
        const stored = this.documents.find(({ id }) => id === effect.document.id);
        const found = stored ?? { draft: tab.state.present, rev: effect.document.rev };
        return {
          kind: "documentRead",
          known: effect.document,
          draft: structuredClone(found.draft),
          rev: found.rev,
        };
      }
      case "createDocument":
      case "saveDocument": {
        const answer = isDone ? this.#answer(effect) : undefined;
        if (answer && how === "done") return answer;
        if (how === "refused") return { kind: "sendFailed", problem: { kind: "refused", message: "No" } };
        return { kind: "sendFailed", problem: { kind: how === "sessionEnded" ? how : "unreachable" } };
      }
      default:
        throw new Error(`${effect.kind} takes no time`);
    }
  }

  #answer(effect: AutosaveEffect<Draft> & { kind: "createDocument" | "saveDocument" }): AutosaveEvent<Draft> {
    if (effect.kind === "createDocument") {
      const made = this.#createKeys.get(effect.createKey) ?? aDocument({ id: `d${this.#names++}`, rev: 1 });
      if (!this.documents.includes(made)) this.documents.push(made);
      this.#createKeys.set(effect.createKey, made);
      const { id, rev } = made;
      const place = {
        key: `document/${id}`,
        owner: "mira",
        createKey: effect.createKey,
        document: { id, rev },
      };
      return { kind: "documentCreated", place };
    }
    const { document, draft, base, unconfirmed } = effect;
    const stored = this.documents.find(({ id, isGone }) => id === document.id && !isGone);
    if (!stored) {
      const createKey = `again ${this.#names++}`;
      return { kind: "documentGone", place: { key: `new/mira/${createKey}`, owner: "mira", createKey } };
    }
    const known = stored.versions[document.rev - 1]?.draft;
    if (base) expect(isSame(known, base), "the base is the draft of its revision").toBe(true);
    const isOurs = stored.rev === document.rev || (unconfirmed && isSame(unconfirmed, stored.draft));
    if (!isOurs && !isSame(stored.draft, draft))
      return { kind: "conflictFound", theirs: structuredClone(stored.draft), rev: stored.rev };
    if (isOurs) accept(stored, draft, true);
    return { kind: "documentSaved", rev: stored.rev };
  }

  #moveLock(tab: Tab, from: string, to: string): void {
    tab.key = to;
    if (this.#locks.has(to)) return;
    if (this.#locks.get(from) === tab) this.#locks.delete(from);
    this.#locks.set(to, tab);
  }

  #takeLock(tab: Tab, key: string): AutosaveEvent<Draft> {
    const holder = this.#locks.get(key);
    this.#locks.set(key, tab);
    if (holder && holder !== tab) {
      // A lock is stolen only after a delay longer than a write.
      for (const work of this.pending.filter((work) => work.tab === holder))
        if (DEVICE_WORK.includes(work.effect.kind)) work.event ??= this.#end(work, "done");
      this.dispatch(holder, { kind: "lockLost" });
    }
    const copy = this.device.get(key);
    if (copy) return { kind: "tookOver", newest: { ...structuredClone(copy), on: "device" } };
    const stored = this.documents.find(({ id }) => id === tab.state.place.document?.id);
    if (!stored) return { kind: "tookOver", newest: undefined };
    const { id, rev, draft } = stored;
    return {
      kind: "tookOver",
      newest: { draft: structuredClone(draft), on: "server", document: { id, rev } },
    };
  }

  /** A draft that no device and no server has is on the new writer's screen, unless a newer one was stored. */
  #checkTakenOver(tab: Tab): void {
    const onDevice = this.device.get(tab.key)?.draft.name ?? 0;
    for (const { state } of this.#others(tab)) {
      if (state.present !== state.unwritten || this.isStored(state.present, tab.key)) continue;
      if (onDevice > state.present.name) continue;
      expect(isSame(tab.state.present, state.present), "a draft that is stored nowhere is taken over").toBe(
        true,
      );
    }
  }

  #checkTab(tab: Tab): void {
    const mine = this.pending.filter((work) => work.tab === tab).map(({ effect }) => effect.kind);
    const onDevice = mine.filter((kind) => DEVICE_WORK.includes(kind));
    expect(mine.filter((kind) => REQUESTS.includes(kind)).length, "one request at a time").toBeLessThan(2);
    expect(onDevice.length, "one thing at a time on the device").toBeLessThan(2);
    for (const key of new Set(this.tabs.map(({ state }) => state.place.key))) {
      const writers = this.tabs.filter(
        (one) => isWriter(one.state) && !one.hasLeft && one.state.place.key === key,
      );
      expect(writers.length, "one writer for a draft").toBeLessThan(2);
    }
    if (isWriter(tab.state) && onDevice.length === 0) this.#checkStored(tab, tab.state.tab);
  }

  #checkStored({ state }: Tab, tab: AutosaveState<Draft>["tab"]): void {
    if (tab !== "writer" && tab !== "yielding") return;
    const { present, untouched, unwritten, place } = state;
    if (present === untouched || present === unwritten) return;
    expect(this.isStored(present, place.key), "the newest draft is stored").toBe(true);
  }
}

function aDocument({ id, rev }: DocumentRevision, draft: Draft = { name: 0 }): Stored {
  return { id, rev, draft, isGone: false, versions: [{ draft, isOurs: true }] };
}

function accept(stored: Stored, draft: Draft, isOurs: boolean): void {
  stored.rev += 1;
  stored.draft = draft;
  stored.versions.push({ draft, isOurs });
}
