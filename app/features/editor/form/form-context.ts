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

/** While a field's value is the same, so are all of its props: typing draws that field and what holds it, and nothing beside. */
export type FieldProps<Schema extends FieldSchema = FieldSchema> = {
  schema: Schema;
  path: FieldPath;
  label: string;
  isRequired: boolean;
  value: unknown;
};

/** What is known of fields beyond their values. Each field reads its own part: highlighting one draws two of them and not the form. */
export type FieldNotes = {
  highlighted: FieldPath | undefined;
  problems: readonly InvalidValue[];
  /** Fields whose values came from the person's profile. */
  fromProfile: ReadonlySet<FieldPath>;
  /** Fields whose values came from the person's details, and from whose. */
  fromDetails?: ReadonlyMap<FieldPath, string>;
  /** What a counting field would be next. */
  nextNumbers: ReadonlyMap<FieldPath, string>;
  /** What was found empty before an export, each with the number it has in the list and on the page. */
  numbered: ReadonlyMap<FieldPath, number>;
  /** The document's: numbers are read and written as it does. */
  language: Language;
  currency: string | undefined;
};

/** What was typed into a field of a number, and the value that was made of it. */
export type TypedNumber = {
  text: string;
  value: unknown;
  language: Language;
  reading: Reading | undefined;
  isTyping: boolean;
  /** Whether the person said which of two readings is meant. */
  isChosen: boolean;
};

type FormContextValue = {
  template: EditorTemplate;
  notes: Store<FieldNotes>;
  /** What was typed into fields of numbers, as long as their values came from it. */
  typedNumbers: Store<ReadonlyMap<FieldPath, TypedNumber>>;
  sampleOf(path: FieldPath): unknown;
  /** The draft's message as they are now, for what is done once: who shows them gets them as a value. */
  readData(): Record<string, unknown>;
  /** What is typed into one field without a pause is one step for undo. */
  change(path: FieldPath, value: unknown): void;
  /** Several fields at once, as one step. */
  changeSeveral(values: ReadonlyMap<FieldPath, unknown>): void;
  /** Rows that come, go or move are a step of their own. */
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
  if (!context) throw new Error("a field of the form stands outside of it");
  return context;
}

function useNotes<Part>(select: (notes: FieldNotes) => Part): Part {
  return useStore(useFormContext().notes, select);
}

export function useIsHighlighted(path: FieldPath): boolean {
  return useNotes(({ highlighted }) => highlighted === path);
}

/** Whether the highlighted field is somewhere inside. */
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

/** The number of a gap that was found before an export. */
export function useGapNumber(path: FieldPath): number | undefined {
  return useNotes(({ numbered }) => numbered.get(path));
}

export function useNextNumber(path: FieldPath): string | undefined {
  return useNotes(({ nextNumbers }) => nextNumbers.get(path));
}

/** What stands under a field, and the ids by which its input is described with it. */
export function useFieldHints({ path, schema, value }: FieldProps) {
  const length = describeLength(schema, value);
  const found = useProblem(path, schema);
  const problem = length?.isOver ? length.message : found;
  const count = length?.isOver ? undefined : length?.message;
  const origin = useNotes(
    ({ fromProfile, fromDetails }) =>
      fromDetails?.get(path) ?? (fromProfile.has(path) ? "From your profile" : undefined),
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

/** What every widget needs: the attributes its input carries, and how it gives a new value. `undefined` clears the field. */
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
