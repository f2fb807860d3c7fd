import { createStore, type Store } from "../browser/store.ts";
import { reduce } from "./reducer.ts";
import {
  type AutosaveEffect,
  type AutosaveEvent,
  type AutosaveState,
  type Beginning,
  beginAutosave,
  isUnstored,
} from "./state.ts";

/** Saves one open draft until it is closed. The reducer decides; `perform` is the configuration's part. */
export type Autosave<Draft> = {
  state: Store<AutosaveState<Draft>>;
  dispatch(event: AutosaveEvent<Draft>): void;
  /** Resolves with the first state that meets a condition. */
  until(isMet: (state: AutosaveState<Draft>) => boolean): Promise<AutosaveState<Draft>>;
  /** Resolves after the last draft is saved, or one last try has failed. */
  close(): Promise<unknown>;
};

/** Timers are performed by autosave itself. */
export type PerformedEffect<Draft> = Exclude<AutosaveEffect<Draft>, { kind: "startTimer" | "stopTimer" }>;

type Configuration<Draft> = {
  beginning: Omit<Beginning<Draft>, "draft">;
  /** Everything that takes time ends with an event, also when it fails: the reducer waits for it. */
  perform(effect: PerformedEffect<Draft>): Promise<AutosaveEvent<Draft> | undefined>;
  read(): Draft;
  subscribe(listener: () => void): () => void;
  /** Where equal drafts can be different objects: the reducer compares identities. */
  isSame?(one: Draft, other: Draft): boolean;
};

/** The caller dispatches "opened" once it can perform effects. */
export function createAutosave<Draft>(configuration: Configuration<Draft>): Autosave<Draft> {
  const { beginning, perform, read, isSame } = configuration;
  const state = createStore(beginAutosave({ ...beginning, draft: read() }));
  let timer: ReturnType<typeof setTimeout> | undefined;

  function dispatch(event: AutosaveEvent<Draft>): void {
    const { state: next, effects } = reduce(state.get(), event);
    state.set(next);
    for (const effect of effects) {
      if (effect.kind === "startTimer" || effect.kind === "stopTimer") clearTimeout(timer);
      if (effect.kind === "startTimer")
        timer = setTimeout(() => dispatch({ kind: "timerFired" }), effect.delayMs);
      else if (effect.kind !== "stopTimer") void perform(effect).then((done) => done && dispatch(done));
    }
  }

  function takeChange(): void {
    const { present, onServer, server } = state.get();
    const theirs = server.kind === "conflict" ? server.theirs : undefined;
    const draft = read();
    const known = [present, onServer, theirs].find((each) => each && isSame?.(each, draft));
    dispatch({ kind: "draftChanged", draft: known ?? draft });
  }

  function until(isMet: (state: AutosaveState<Draft>) => boolean): Promise<AutosaveState<Draft>> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isMet(state.get())) return;
        leave();
        resolve(state.get());
      };
      const leave = state.subscribe(look);
      look();
    });
  }

  const unsubscribes = [
    configuration.subscribe(takeChange),
    listen(document, "visibilitychange", () => {
      if (document.visibilityState === "visible") dispatch({ kind: "pageShown" });
    }),
    listen(window, "online", () => dispatch({ kind: "cameOnline" })),
    listen(window, "beforeunload", (event) => {
      if (isUnstored(state.get())) event.preventDefault();
    }),
  ];

  return {
    state,
    dispatch,
    until,
    close: () => {
      for (const leave of unsubscribes) leave();
      dispatch({ kind: "closeRequested" });
      return until(({ life }) => life === "closed");
    },
  };
}

function listen(target: EventTarget, kind: string, listener: (event: Event) => void): () => void {
  target.addEventListener(kind, listener);
  return () => target.removeEventListener(kind, listener);
}
