import { useSyncExternalStore } from "react";

/** One value that several parts of a page read and few change. */
export type Store<Value> = {
  /** The value used on the server and for hydration. */
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

const never = () => () => {};

/** A primitive that only the browser knows; `onServer` is used on the server and while hydrating. */
export function useBrowserValue<Value>(read: () => Value, onServer: Value): Value {
  return useSyncExternalStore(never, read, () => onServer);
}

/**
 * A store's value, or what `select` returns for it; the component renders again when that changes. `select`
 * must return the same object for the same value, never a new one.
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
