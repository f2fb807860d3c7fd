import { createContext, useContext, useSyncExternalStore } from "react";
import type { InvalidValue } from "../../../../contract/render.ts";
import { placeholdersOf } from "../../../../contract/template-file.ts";
import type { FieldPath } from "../../documents/draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { sampleAt, stepsOf } from "./value-path.ts";

/** What the fields know beyond their values. It is read field by field, so that lighting one redraws two of them and not the form. */

type Notes = {
  lit: FieldPath | undefined;
  problems: readonly InvalidValue[];
  fromProfile: ReadonlySet<FieldPath>;
};

export type FormRoom = {
  template: EditorTemplate;
  sampleOf(path: FieldPath): unknown;
  notes(): Notes;
  note(notes: Notes): void;
  subscribe(hear: () => void): () => void;
};

export function createFormRoom(template: EditorTemplate, initial: Notes): FormRoom {
  const sample = placeholdersOf(template.fields, template.sample);
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    template,
    sampleOf: (path) => sampleAt(sample, stepsOf(path)),
    notes: () => current,
    note: (notes) => {
      current = notes;
      for (const hear of listeners) hear();
    },
    subscribe: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}

export const FormRoomContext = createContext<FormRoom | undefined>(undefined);

export function useFormRoom(): FormRoom {
  const room = useContext(FormRoomContext);
  if (!room) throw new Error("a field of the words form stands outside of it");
  return room;
}

function useNote<Note>(read: (notes: Notes) => Note): Note {
  const room = useFormRoom();
  const snapshot = () => read(room.notes());
  return useSyncExternalStore(room.subscribe, snapshot, snapshot);
}

export function useIsLit(path: FieldPath): boolean {
  return useNote(({ lit }) => lit === path);
}

/** Whether the lit field is somewhere inside. */
export function useHoldsLit(path: FieldPath): boolean {
  return useNote(({ lit }) => lit?.startsWith(`${path}.`) ?? false);
}

export function useProblem(path: FieldPath): InvalidValue | undefined {
  return useNote(({ problems }) => problems.find(({ field }) => field === path));
}

export function useHoldsProblem(path: FieldPath): boolean {
  return useNote(({ problems }) => problems.some(({ field }) => field.startsWith(`${path}.`)));
}

export function useIsFromProfile(path: FieldPath): boolean {
  return useNote(({ fromProfile }) => fromProfile.has(path));
}
