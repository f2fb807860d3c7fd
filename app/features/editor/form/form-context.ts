import { t } from "@lingui/core/macro";
import { createContext, useContext } from "react";
import type { InvalidValue } from "../../../../contract/rendering/render.ts";
import { sampleIn } from "../../../../contract/templates/samples.ts";
import type { FieldSchema } from "../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../contract/templates/theme.ts";
import { placeholdersOf } from "../../../../shared/filling/missing-values.ts";
import { createStore, type Store, useStore } from "../../../lib/browser/store.ts";
import type { FieldPath } from "../draft.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import type { Reading } from "../numbers/decimal-text.ts";
import { idOf, sampleAt, stepsOf, writeAt } from "./field-path.ts";
import { describeLength, describeProblem } from "./field-problems.ts";

/** Props are equal while a field's value is the same, so typing renders only that field and its parents. */
export type FieldProps<Schema extends FieldSchema = FieldSchema> = {
  schema: Schema;
  path: FieldPath;
  label: string;
  isRequired: boolean;
  value: unknown;
};

/**
 * Information about fields besides their values. Each field selects its own part, so a new highlight renders
 * two fields and not the form.
 */
export type FieldNotes = {
  highlighted: FieldPath | undefined;
  problems: readonly InvalidValue[];
  /** Fields whose values came from the person's profile. */
  fromProfile: ReadonlySet<FieldPath>;
  /** Fields whose values came from the person's details, with the text of the hint. */
  fromDetails?: ReadonlyMap<FieldPath, string>;
  /** The next number of each numbered field. */
  nextNumbers: ReadonlyMap<FieldPath, string>;
  /** Empty fields found before an export, with their numbers in the list and on the page. */
  numbered: ReadonlyMap<FieldPath, number>;
  /** The document's language, in which numbers are read and written. */
  language: Language;
  currency: string | undefined;
};

/** The text typed into a number field, and the value read from it. */
export type TypedNumber = {
  text: string;
  value: unknown;
  language: Language;
  reading: Reading | undefined;
  isTyping: boolean;
  /** Whether the person chose between two readings. */
  isChosen: boolean;
};

type FormContextValue = {
  template: EditorTemplate;
  notes: Store<FieldNotes>;
  /** Texts typed into number fields, while the values still come from them. */
  typedNumbers: Store<ReadonlyMap<FieldPath, TypedNumber>>;
  sampleOf(path: FieldPath): unknown;
  /** The draft's data at the moment, for event handlers; components get values as props. */
  readData(): Record<string, unknown>;
  /** Continuous typing in one field is one undo step. */
  change(path: FieldPath, value: unknown): void;
  /** Several fields at once, as one step. */
  changeSeveral(values: ReadonlyMap<FieldPath, unknown>): void;
  /** Adding, removing or moving a row is its own undo step. */
  changeRows(path: FieldPath, rows: readonly unknown[]): void;
};

export function createFormContext(
  template: EditorTemplate,
  draft: DraftStore,
  notes: FieldNotes,
): FormContextValue {
  const placeholders = new Map<unknown, unknown>();
  const sample = () => {
    const translated = sampleIn(template, draft.read().theme.language);
    if (!placeholders.has(translated))
      placeholders.set(translated, placeholdersOf(template.fields, translated));
    return placeholders.get(translated);
  };
  const write = (path: FieldPath, value: unknown, mark?: FieldPath) =>
    draft.change({ data: writeAt(draft.read().data, stepsOf(path), value) }, mark);
  return {
    template,
    notes: createStore(notes),
    typedNumbers: createStore<ReadonlyMap<FieldPath, TypedNumber>>(new Map()),
    sampleOf: (path) => sampleAt(sample(), stepsOf(path)),
    readData: () => draft.read().data,
    change: (path, value) => write(path, value, path),
    changeSeveral: (values) =>
      draft.change({
        data: [...values].reduce(
          (data, [path, value]) => writeAt(data, stepsOf(path), value),
          draft.read().data,
        ),
      }),
    changeRows: (path, rows) => write(path, rows),
  };
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

export function useFormContext(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error("field rendered outside FormContext");
  return context;
}

function useNotes<Part>(select: (notes: FieldNotes) => Part): Part {
  return useStore(useFormContext().notes, select);
}

export function useIsHighlighted(path: FieldPath): boolean {
  return useNotes(({ highlighted }) => highlighted === path);
}

/** Whether the highlighted field is inside. */
export function useHoldsHighlighted(path: FieldPath): boolean {
  return useNotes(({ highlighted }) => highlighted?.startsWith(`${path}.`) ?? false);
}

export function useHoldsProblem(path: FieldPath): boolean {
  return useNotes(({ problems }) => problems.some(({ field }) => field.startsWith(`${path}.`)));
}

export function useProblem(path: FieldPath, schema: FieldSchema): string | undefined {
  const found = useNotes(({ problems }) => problems.find(({ field }) => field === path));
  const language = useLanguage();
  return found && describeProblem(found, schema, language);
}

export function useLanguage(): Language {
  return useNotes(({ language }) => language);
}

export function useCurrency(): string | undefined {
  return useNotes(({ currency }) => currency);
}

/** The number of an empty field found before an export. */
export function useGapNumber(path: FieldPath): number | undefined {
  return useNotes(({ numbered }) => numbered.get(path));
}

export function useNextNumber(path: FieldPath): string | undefined {
  return useNotes(({ nextNumbers }) => nextNumbers.get(path));
}

/** The hints below a field, and the ids that describe its input. */
export function useFieldHints({ path, schema, value }: FieldProps) {
  const length = describeLength(schema, value);
  const found = useProblem(path, schema);
  const problem = length?.isOver ? length.message : found;
  const count = length?.isOver ? undefined : length?.message;
  const origin = useNotes(
    ({ fromProfile, fromDetails }) =>
      fromDetails?.get(path) ?? (fromProfile.has(path) ? t`From your profile` : undefined),
  );
  const id = idOf(path);
  const help = schema.description;
  const [problemId, countId, helpId, originId] = ["problem", "count", "help", "origin"].map(
    (name) => `${id}-${name}`,
  );
  const ids = [problem && problemId, count && countId, help && helpId, origin && originId];
  const describedBy = ids.filter(Boolean).join(" ") || undefined;
  return { problem, count, help, origin, problemId, countId, helpId, originId, describedBy };
}

/** The attributes of a widget's input, and its change handler. `undefined` clears the field. */
export function useInput(props: FieldProps) {
  const { path, isRequired } = props;
  const { change } = useFormContext();
  const { describedBy, problem } = useFieldHints(props);
  return {
    attributes: {
      id: idOf(path),
      "aria-describedby": describedBy,
      "aria-invalid": problem ? (true as const) : undefined,
      "aria-required": isRequired || undefined,
    },
    onChange: (value: unknown) => change(path, value),
  };
}
