import { useSyncExternalStore } from "react";

/** What the browser knows by itself: enough for a notice, not to decide whether to send something. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    watchConnection,
    () => navigator.onLine === false,
    () => false,
  );
}

function watchConnection(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
