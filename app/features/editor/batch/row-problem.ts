import type { GroupField } from "../../../../contract/template-file.ts";
import type { Fault } from "../../../lib/render-client.ts";
import { labelOf, sayFault } from "../field-labels.ts";

/** What is wrong with a row, in the words of the form. */
export function describeFault(fields: GroupField, { path, type, message }: Fault) {
  return path === ""
    ? { label: "", words: message }
    : { label: labelOf(fields, path), words: sayFault(type, message) };
}

export function sayProblem({ label, words }: { label: string; words: string }): string {
  return label === "" ? words : `${label}: ${words}`;
}
