import { useMemo, useRef, useState } from "react";
import type { InvalidValue } from "../../../../../contract/rendering/render.ts";
import type { GroupField } from "../../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../../contract/templates/theme.ts";
import { requestPages } from "../../../../lib/http/render-client.ts";
import {
  findGaps,
  forgetExported,
  formatUnprinted,
  type Gap,
  isStillEmpty,
  lookForUnprinted,
  rememberExported,
  type Unprinted,
  wasExported,
} from "../../../documents/index.ts";
import type { FieldPath } from "../../draft.ts";
import { type DraftStore, useDraft } from "../../draft-store.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { fieldAt, labelOf } from "../../field-labels.ts";
import { stepsOf, writeAt } from "../../form/field-path.ts";
import { describeProblem } from "../../form/field-problems.ts";
import { languageOf } from "../../numbers/document-numbers.ts";
import type { LivePages } from "../../preview/live-pages.ts";
import { type Proposal, type Proposals, proposeFor } from "./gaps.ts";

/** A finding: an empty field, an invalid value, or characters that can't be printed. */
type Asked = Gap & { characters?: readonly string[]; isWrong?: true };
export type NumberedGap = Asked & { number: number; proposal: Proposal | undefined; isFilled: boolean };

/** The check before a file is created. */
export type ExportCheck = {
  gaps: readonly NumberedGap[];
  isOpen: boolean;
  /** The numbers of fields that are still empty, for the form and the page; the same map while they are unchanged. */
  numbered: ReadonlyMap<FieldPath, number>;
  /** Runs the action, or opens the list of findings first. */
  before(action: ExportAction): Promise<void>;
  /** Runs the action in spite of the findings. */
  proceed(): void;
  fillIn(gap: NumberedGap): void;
  /** Hides the list; the numbers stay at their fields. */
  hide(): void;
  close(): void;
  /** Whether the person accepted an empty box for this character. */
  isAccepted(character: string): boolean;
  wasMade(): void;
  reset(): void;
  action: ExportAction | undefined;
};

type ExportAction = { isPrint: boolean; run(): void };

const CHECK_TIMEOUT_MS = 20_000; // as long as a busy server needs for a page
const NONE: ReadonlyMap<FieldPath, number> = new Map();

export function useExportCheck(
  template: EditorTemplate,
  store: DraftStore,
  documentId: string | undefined,
  proposals: Proposals,
  unprinted: readonly Unprinted[],
  live: Pick<LivePages, "ignored" | "isCurrent">,
): ExportCheck {
  const { data, theme } = useDraft(store);
  const [question, setQuestion] = useState<{ action: ExportAction; gaps: Asked[] }>();
  /** Characters for which the person accepted empty boxes. */
  const accepted = useRef(new Set<string>());
  const [isOpen, setOpen] = useState(false);
  const key = documentId ?? template.id;

  const gaps = (question?.gaps ?? []).map((gap, index) => ({
    ...gap,
    number: index + 1,
    proposal: proposeFor(gap, proposals),
    isFilled: isSettled(gap, data, unprinted, live.ignored),
  }));
  const empty = gaps.filter((gap) => !gap.isFilled).map(({ path, number }) => `${number} ${path}`);
  const text = empty.join("\n");
  const numbered = useMemo(() => (text === "" ? NONE : readNumbers(text)), [text]);

  const close = () => {
    setQuestion(undefined);
    setOpen(false);
  };
  return {
    gaps,
    isOpen,
    numbered,
    action: question?.action,
    before: async (action) => {
      const { data } = store.read();
      const wrong = describeWrong(template.fields, await findWrong(template, store, live), languageOf(theme));
      // If the request fails, the exported file reports missing characters.
      const [found = []] = (await lookForUnprinted([data])?.catch(() => [])) ?? [];
      const wasExportedBefore = wasExported(key);
      const gaps = firstOfEach([
        ...wrong,
        ...askAbout(template.fields, found, accepted.current),
        ...findGaps(template.fields, data).filter(({ isRequired }) => isRequired || !wasExportedBefore),
      ]);
      if (gaps.length === 0) return action.run();
      setQuestion({ action, gaps });
      setOpen(true);
    },
    proceed: () => {
      const { action, gaps = [] } = question ?? {};
      for (const character of gaps.flatMap(({ characters = [] }) => characters))
        accepted.current.add(character);
      rememberExported(key); // accepted findings aren't shown again, even if the export fails
      close();
      action?.run();
    },
    fillIn: ({ path, proposal }) => {
      if (proposal) store.change({ data: writeAt(store.read().data, stepsOf(path), proposal.value) });
    },
    hide: () => setOpen(false),
    close,
    isAccepted: (character) => accepted.current.has(character),
    wasMade: () => rememberExported(key),
    reset: () => {
      forgetExported(key);
      close();
    },
  };
}

function isSettled(
  gap: Asked,
  data: unknown,
  unprinted: readonly Unprinted[],
  ignored: readonly InvalidValue[],
): boolean {
  if (gap.isWrong) return !ignored.some(({ field }) => field === gap.path);
  if (gap.characters) return !unprinted.some(({ path }) => path === gap.path);
  return !isStillEmpty(gap, data);
}

/** Values that the server would reject: from the preview if it is current, otherwise from a new request. */
async function findWrong(
  { id, versionId }: EditorTemplate,
  store: DraftStore,
  { ignored, isCurrent }: Pick<LivePages, "ignored" | "isCurrent">,
): Promise<readonly InvalidValue[]> {
  if (isCurrent) return ignored;
  const { data, theme } = store.read();
  const request = requestPages(
    { id, versionId },
    { data, theme, mode: "preview" },
    AbortSignal.timeout(CHECK_TIMEOUT_MS),
  );
  // If the request fails, the export reports the errors.
  return request.then(
    (pages) => pages.ignored,
    () => ignored,
  );
}

function describeWrong(fields: GroupField, wrong: readonly InvalidValue[], language: Language): Asked[] {
  return wrong.map(({ field, ...fault }) => {
    const schema = fieldAt(fields, field) ?? TEXT;
    const reason = describeProblem(fault, schema, language);
    return {
      path: field,
      label: labelOf(fields, field),
      reason,
      isRequired: true,
      schema: TEXT,
      isWrong: true,
    };
  });
}

/** Lists each field once, with its first finding. */
function firstOfEach(gaps: readonly Asked[]): Asked[] {
  return gaps.filter(({ path }, index) => gaps.findIndex((each) => each.path === path) === index);
}

/** Characters that can't be printed and were not accepted yet. */
function askAbout(fields: GroupField, found: readonly Unprinted[], accepted: ReadonlySet<string>): Asked[] {
  return found.flatMap(({ path, characters }): Asked[] => {
    const unasked = characters.filter((character) => !accepted.has(character));
    if (unasked.length === 0) return [];
    const gap = { path, label: labelOf(fields, path), isRequired: false, schema: TEXT };
    return [{ ...gap, characters: unasked, reason: formatUnprinted(unasked) }];
  });
}

const TEXT = { type: "string" } as const; // a schema without proposals

function readNumbers(text: string): Map<FieldPath, number> {
  return new Map(
    text.split("\n").map((line) => {
      const [number = "", path = ""] = line.split(" ");
      return [path, Number(number)];
    }),
  );
}
