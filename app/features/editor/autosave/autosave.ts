import { createAutosave } from "../../../lib/autosave/autosave.ts";
import {
  type AutosaveEvent,
  type Beginning,
  type DocumentRevision,
  isDeviceCurrent,
  isUnstored,
} from "../../../lib/autosave/state.ts";
import { storeCopy } from "../../../lib/browser/offline-copies.ts";
import { createStore, type Store } from "../../../lib/browser/store.ts";
import type { Draft } from "../draft.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { createPerformer } from "./effects.ts";
import { type AutosaveView, isSameView, viewOf } from "./status.ts";
import { titleOf } from "./titles.ts";
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

/** A document as the server has it, to be opened without a connection. */
export type StoredCopy = { draft: Draft; document: DocumentRevision; template: EditorTemplate };

/** Stores what the server has, once for each revision. */
function createCopies({ template, email }: Pick<AutosaveParts, "template" | "email">) {
  let last: Draft | undefined;
  return (draft: Draft, document: DocumentRevision) => {
    if (draft === last) return;
    last = draft;
    const address = `${template.url}/use?document=${document.id}`;
    const data: StoredCopy = { draft, document, template };
    void storeCopy("document", document.id, { owner: email, name: titleOf(template, draft), address, data });
  };
}

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
  const copy = createCopies(parts);
  let isGivenUp = false;
  const follow = () => {
    const { present, onServer, place } = state.get();
    if (present === onServer && place.document) copy(present, place.document);
  };
  state.subscribe(() => {
    const now = state.get();
    follow();
    carry(now.place, isUnstored(now) && !isGivenUp ? now.present : undefined);
    const next = viewOf(now);
    if (!isSameView(view.get(), next)) view.set(next);
  });
  follow();
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
