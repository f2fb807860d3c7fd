import { useEffect, useState } from "react";
import { lookForUnprinted, type Unprinted } from "../../../documents/index.ts";
import { type DraftStore, useDraft } from "../../draft-store.ts";

const NONE: readonly Unprinted[] = [];

/** Fields with characters that can't be printed, updated while typing. */
export function useUnprinted(store: DraftStore): readonly Unprinted[] {
  const { data } = useDraft(store);
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    let isOld = false;
    const show = (next: readonly Unprinted[]) =>
      setFound((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    const looking = lookForUnprinted([data]);
    if (!looking) show(NONE);
    looking?.then(
      ([here = []]) => isOld || show(here),
      (error: unknown) => console.error("Character fetch failed", error),
    );
    return () => {
      isOld = true;
    };
  }, [data]);
  return found;
}
