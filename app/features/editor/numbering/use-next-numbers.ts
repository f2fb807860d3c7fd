import { useCallback, useEffect, useMemo, useState } from "react";
import type { FieldPath } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { nextNumbers, type OwnNumbers, readOwnNumbers, rememberOwnNumbers } from "./own-numbers.ts";

export type Numbering = {
  next: ReadonlyMap<FieldPath, string>;
  /** Remembers the numbers of an exported or discarded draft, so that a visitor's next draft continues from them. */
  remember(data: unknown): void;
};

const NONE: OwnNumbers = new Map();

/** The next numbers of a template's numbered fields, loaded after the form. */
export function useNextNumbers(template: EditorTemplate, isPerson: boolean, isOpen: boolean): Numbering {
  const [used, setUsed] = useState(NONE);
  const [changes, setChanges] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again once something was remembered
  useEffect(() => {
    if (!isOpen) return;
    let isLeft = false;
    void readOwnNumbers(template, isPerson).then((found) => isLeft || setUsed(found));
    return () => {
      isLeft = true;
    };
  }, [template, isPerson, isOpen, changes]);
  const remember = useCallback(
    (data: unknown) => {
      if (!isPerson) rememberOwnNumbers(template, data);
      setChanges((count) => count + 1);
    },
    [template, isPerson],
  );
  const next = useMemo(() => nextNumbers(used, new Date().getFullYear()), [used]);
  return useMemo(() => ({ next, remember }), [next, remember]);
}
