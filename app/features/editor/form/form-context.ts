import { createContext, useContext } from "react";
import { placeholdersOf } from "../../../../contract/missing-values.ts";
import type { InvalidValue } from "../../../../contract/render.ts";
import type { FieldSchema } from "../../../../contract/template-file.ts";
import { createStore, type Store, useStore } from "../../../lib/store.ts";
import type { FieldPath } from "../draft.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { idOf, sampleAt, stepsOf, writeAt } from "./field-path.ts";
import { problemWords } from "./problem-words.ts";

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
};

export type FormContextValue = {
  template: EditorTemplate;
  notes: Store<FieldNotes>;
  sampleOf(path: FieldPath): unknown;
  /** What is typed into one field without a pause is one step for undo. */
  change(path: FieldPath, value: unknown): void;
  /** Rows that come, go or move are a step of their own. */
  changeRows(path: FieldPath, rows: readonly unknown[]): void;
};

export function createFormContext(
  template: EditorTemplate,
  draft: DraftStore,
  notes: FieldNotes,
): FormContextValue {
  const sample = placeholdersOf(template.fields, template.sample);
  const write = (path: FieldPath, value: unknown, mark?: FieldPath) =>
    draft.change({ data: writeAt(draft.read().data, stepsOf(path), value) }, mark);
  return {
    template,
    notes: createStore(notes),
    sampleOf: (path) => sampleAt(sample, stepsOf(path)),
    change: (path, value) => write(path, value, path),
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
  return found && problemWords(found, schema);
}

/** What stands under a field, and the ids by which its input is described with it. */
export function useFieldHints({ path, schema }: FieldProps) {
  const problem = useProblem(path, schema);
  const isFromProfile = useNotes(({ fromProfile }) => fromProfile.has(path));
  const id = idOf(path);
  const help = schema.description;
  const [problemId, helpId, profileId] = [`${id}-problem`, `${id}-help`, `${id}-profile`];
  const ids = [problem && problemId, help && helpId, isFromProfile && profileId].filter(Boolean);
  return {
    problem,
    help,
    isFromProfile,
    problemId,
    helpId,
    profileId,
    describedBy: ids.length > 0 ? ids.join(" ") : undefined,
  };
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
