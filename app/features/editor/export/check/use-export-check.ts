import { useMemo, useState } from "react";
import type { FieldPath } from "../../draft.ts";
import { type DraftStore, useDraft } from "../../draft-store.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { stepsOf, writeAt } from "../../form/field-path.ts";
import { forgetExported, rememberExported, wasExported } from "./exported-documents.ts";
import { findGaps, type Gap, isStillEmpty, type Proposal, type Proposals, proposeFor } from "./gaps.ts";

export type NumberedGap = Gap & { number: number; proposal: Proposal | undefined; isFilled: boolean };

/** What is asked before a file is made. */
export type ExportCheck = {
  gaps: readonly NumberedGap[];
  isOpen: boolean;
  /** The numbers of what is still empty, for the form and the page; the same map while they are the same. */
  numbered: ReadonlyMap<FieldPath, number>;
  /** Makes the file, or names first what is empty. */
  before(action: ExportAction): void;
  /** Makes it as it is. */
  proceed(): void;
  fillIn(gap: NumberedGap): void;
  /** Out of the way; the numbers stay at their fields. */
  stepAside(): void;
  close(): void;
  wasMade(): void;
  beginsAnew(): void;
  action: ExportAction | undefined;
};

export type ExportAction = { verb: "Download" | "Print"; run(): void };

const NONE: ReadonlyMap<FieldPath, number> = new Map();

export function useExportCheck(
  template: EditorTemplate,
  store: DraftStore,
  documentId: string | undefined,
  proposals: Proposals,
): ExportCheck {
  const { data } = useDraft(store);
  const [asked, setAsked] = useState<{ action: ExportAction; gaps: Gap[] }>();
  const [isOpen, setOpen] = useState(false);
  const key = documentId ?? template.id;

  const gaps = (asked?.gaps ?? []).map((gap, index) => ({
    ...gap,
    number: index + 1,
    proposal: proposeFor(gap, proposals),
    isFilled: !isStillEmpty(gap, data),
  }));
  const empty = gaps.filter((gap) => !gap.isFilled).map(({ path, number }) => `${number} ${path}`);
  const said = empty.join("\n");
  const numbered = useMemo(() => (said === "" ? NONE : readNumbers(said)), [said]);

  const close = () => {
    setAsked(undefined);
    setOpen(false);
  };
  return {
    gaps,
    isOpen,
    numbered,
    action: asked?.action,
    before: (action) => {
      const found = wasExported(key) ? [] : findGaps(template.fields, store.read().data);
      if (found.length === 0) return action.run();
      setAsked({ action, gaps: found });
      setOpen(true);
    },
    proceed: () => {
      const { action } = asked ?? {};
      rememberExported(key); // what was said yes to is not asked again, also when making it fails
      close();
      action?.run();
    },
    fillIn: ({ path, proposal }) => {
      if (proposal) store.change({ data: writeAt(store.read().data, stepsOf(path), proposal.value) });
    },
    stepAside: () => setOpen(false),
    close,
    wasMade: () => rememberExported(key),
    beginsAnew: () => {
      forgetExported(key);
      close();
    },
  };
}

function readNumbers(said: string): Map<FieldPath, number> {
  return new Map(
    said.split("\n").map((line) => {
      const [number = "", path = ""] = line.split(" ");
      return [path, Number(number)];
    }),
  );
}
