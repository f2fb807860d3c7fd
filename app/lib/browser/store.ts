import { useSyncExternalStore } from "react";

/** One value that several parts of a page read and few change. */
export type Store<Value> = {
  /** What the server drew with; a page hydrates with it, too. */
  readonly initial: Value;
  get(): Value;
  /** Listeners are called at every `set`, even if the value stays the same. */
  set(next: Value): void;
  subscribe(listener: () => void): () => void;
};

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => current,
    set: (next) => {
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/**
 * A store's value, or what `select` picks from it: the component is drawn again when that changes. `select` has to give
 * the same object for the same value (a part of it, a primitive), never one it makes anew.
 */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Selected>(store: Store<Value>, select: (value: Value) => Selected): Selected;
export function useStore<Value>(store: Store<Value>, select = (value: Value): unknown => value): unknown {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.initial),
  );
}
