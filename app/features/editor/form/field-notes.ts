import type { FieldSchema } from "../../../../contract/template-file.ts";
import type { FieldPath } from "../../documents/draft.ts";
import { idOf, pathOf } from "./field-id.ts";
import { useIsFromProfile, useProblem } from "./form-room.ts";
import { problemWords } from "./problem-words.ts";

/** What stands under a field, and the ids by which its input is described with it. */
export function useFieldNotes(path: FieldPath, field: FieldSchema) {
  const found = useProblem(path);
  const isFromProfile = useIsFromProfile(path);
  const id = idOf(path);
  const problem = found && problemWords(found, field);
  const help = field.description;
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

/** The attributes every input of the form carries. */
export function useInputProps({ id, schema, required }: { id: string; schema: object; required?: boolean }) {
  const { describedBy, problem } = useFieldNotes(pathOf(id), schema as FieldSchema);
  return {
    id,
    "aria-describedby": describedBy,
    "aria-invalid": problem ? (true as const) : undefined,
    "aria-required": required || undefined,
  };
}
