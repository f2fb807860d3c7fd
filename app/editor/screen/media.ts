import { useSyncExternalStore } from "react";

const PHONE = "(max-width: 719px)";

/** Whether this is the narrow layout. On the server it is not; nothing that differs is drawn there. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (hear) => {
      const query = matchMedia(PHONE);
      query.addEventListener("change", hear);
      return () => query.removeEventListener("change", hear);
    },
    () => matchMedia(PHONE).matches,
    () => false,
  );
}
