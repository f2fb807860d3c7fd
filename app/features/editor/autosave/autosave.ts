import { createStore, type Store } from "../../../lib/browser/store.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { createPerformer } from "./effects.ts";
import { reduce } from "./reducer/reducer.ts";
import {
  type AutosaveEvent,
  type AutosaveState,
  type Beginning,
  beginAutosave,
  hasUnsavedWords,
  isDeviceCurrent,
  type Place,
} from "./reducer/state.ts";
import { type AutosaveView, isSameView, viewOf } from "./status.ts";
import { carryUnstored } from "./unstored-drafts.ts";
import { joinTabs } from "./writer-tab.ts";

/**
 * Saves one open draft: every change on the device at once, a person's on the server soon after. It goes on until the last
 * words are saved, also when the editor has been left. The reducer decides, and effects.ts does what it says.
 */
export type Autosave = {
  view: Store<AutosaveView>;
  /** The session has ended, or is back. */
  setPerson(isPerson: boolean): void;
  /** Makes a document of it now. */
  keep(): void;
  takeOver(): void;
  loadTheirs(): void;
  /** Everything on the device; used before leaving for sign-in. */
  flush(): Promise<void>;
  /** What is stored nowhere is not worth carrying on: the person left it. */
  giveUp(): void;
  close(): Promise<void>;
};

type AutosaveParts = {
  template: EditorTemplate;
  store: DraftStore;
  place: Place;
  /** Where the draft that was opened is stored already. */
  stored: Beginning["stored"];
  email: string;
  isPerson: boolean;
  onDocument(id: string): void;
};

export async function startAutosave(parts: AutosaveParts): Promise<Autosave> {
  const { template, store } = parts;
  const tabs = await joinTabs(parts.place.key, {
    onWritten: (told) => dispatch({ ...told, kind: "otherTabWrote" }),
    onOpened: () => dispatch({ kind: "otherTabOpened" }),
    onAsked: () => dispatch({ kind: "otherTabAsked" }),
    onLost: () => dispatch({ kind: "lockLost" }),
  });
  const { isWriter } = tabs;
  let state = beginAutosave({ ...parts, templateId: template.id, draft: store.read(), isWriter });
  const view = createStore(viewOf(state));
  const perform = createPerformer({ ...parts, tabs, dispatch });
  const carry = carryUnstored(template.id);
  let isGivenUp = false;
  let waiters: { isMet(state: AutosaveState): boolean; resolve(): void }[] = [];

  function dispatch(event: AutosaveEvent): void {
    const step = reduce(state, event);
    state = step.state;
    for (const effect of step.effects) perform(effect);
    carry(state.place, hasUnsavedWords(state) && !isGivenUp ? state.present : undefined);
    const next = viewOf(state);
    if (!isSameView(view.get(), next)) view.set(next);
    for (const { isMet, resolve } of waiters) if (isMet(state)) resolve();
    waiters = waiters.filter(({ isMet }) => !isMet(state));
  }

  function until(isMet: (state: AutosaveState) => boolean): Promise<void> {
    if (isMet(state)) return Promise.resolve();
    return new Promise((resolve) => waiters.push({ isMet, resolve }));
  }

  const leaveStore = store.subscribe(() => dispatch({ kind: "draftChanged", draft: store.read() }));
  const leavePage = listenToPage({
    onShown: () => dispatch({ kind: "pageShown" }),
    onOnline: () => dispatch({ kind: "cameOnline" }),
    hasUnsavedWords: () => hasUnsavedWords(state),
  });
  dispatch({ kind: "opened" });

  return {
    view,
    setPerson: (isPerson) => dispatch({ kind: "personChanged", isPerson }),
    keep: () => dispatch({ kind: "keepRequested" }),
    takeOver: () => dispatch({ kind: "takeOverRequested" }),
    loadTheirs: () => dispatch({ kind: "loadTheirsRequested" }),
    flush: () => until(isDeviceCurrent),
    giveUp: () => {
      isGivenUp = true;
    },
    close: () => {
      leaveStore();
      leavePage();
      dispatch({ kind: "closeRequested" });
      return until(({ life }) => life === "closed");
    },
  };
}

type PageListener = { onShown(): void; onOnline(): void; hasUnsavedWords(): boolean };

function listenToPage({ onShown, onOnline, hasUnsavedWords }: PageListener): () => void {
  const onVisibility = () => {
    if (document.visibilityState === "visible") onShown();
  };
  const onLeaving = (event: BeforeUnloadEvent) => {
    if (hasUnsavedWords()) event.preventDefault();
  };
  document.addEventListener("visibilitychange", onVisibility);
  addEventListener("online", onOnline);
  addEventListener("beforeunload", onLeaving);
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    removeEventListener("online", onOnline);
    removeEventListener("beforeunload", onLeaving);
  };
}
