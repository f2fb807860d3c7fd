import { createAutosave } from "../../../lib/autosave/autosave.ts";
import {
  type AutosaveEvent,
  type Beginning,
  isDeviceCurrent,
  isUnstored,
} from "../../../lib/autosave/state.ts";
import { createStore, type Store } from "../../../lib/browser/store.ts";
import type { Draft } from "../draft.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { createPerformer } from "./effects.ts";
import { type AutosaveView, isSameView, viewOf } from "./status.ts";
import { carryUnstored } from "./unstored-drafts.ts";
import { joinTabs } from "./writer-tab.ts";

/** Saves one open draft: every change on the device at once, a person's on the server soon after. */
export type EditorAutosave = {
  view: Store<AutosaveView>;
  dispatch(event: AutosaveEvent<Draft>): void;
  /** Resolves when everything is on the device; used before leaving for sign-in. */
  flush(): Promise<unknown>;
  /** The person left a draft that is stored nowhere: it is not carried to the next page. */
  giveUp(): void;
  close(): Promise<unknown>;
};

type AutosaveParts = Pick<Beginning<Draft>, "place" | "stored" | "isPerson"> & {
  template: EditorTemplate;
  store: DraftStore;
  email: string;
  onDocument(id: string): void;
};

const PAUSE_MS = 700; // a pause between words

export async function startAutosave(parts: AutosaveParts): Promise<EditorAutosave> {
  const { place, stored, isPerson, store } = parts;
  const tabs = await joinTabs(place.key, (event) => dispatch(event));
  const { dispatch, state, until, close } = createAutosave<Draft>({
    beginning: { pauseMs: PAUSE_MS, place, stored, isPerson, isWriter: tabs.isWriter },
    perform: createPerformer({ ...parts, tabs }),
    read: store.read,
    subscribe: store.subscribe,
  });
  const view = createStore(viewOf(state.get()));
  const carry = carryUnstored(parts.template.id);
  let isGivenUp = false;
  state.subscribe(() => {
    const now = state.get();
    carry(now.place, isUnstored(now) && !isGivenUp ? now.present : undefined);
    const next = viewOf(now);
    if (!isSameView(view.get(), next)) view.set(next);
  });
  dispatch({ kind: "opened" });

  return {
    view,
    dispatch,
    flush: () => until(isDeviceCurrent),
    giveUp: () => {
      isGivenUp = true;
    },
    close,
  };
}
