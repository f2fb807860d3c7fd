import { useSyncExternalStore } from "react";

/** Whether a media query holds. On the server it does not; nothing that differs is drawn there. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (hear) => {
      const list = matchMedia(query);
      list.addEventListener("change", hear);
      return () => list.removeEventListener("change", hear);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
