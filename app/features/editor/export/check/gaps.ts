import { plural, t } from "@lingui/core/macro";
import { profileFieldOf } from "../../../../../contract/templates/field-meaning.ts";
import type { Gap } from "../../../documents/index.ts";
import type { ProfileValues } from "../../autosave/untouched-draft.ts";
import type { FieldPath } from "../../draft.ts";
import { readableDate } from "../../form/value-text.ts";

type OpenGap = { isFilled: boolean; characters?: readonly string[]; isWrong?: true };

/** The heading of the check before an export, and the sentence below it. */
export function checkHeading(gaps: readonly OpenGap[]): { title: string; lead: string } {
  const open = gaps.filter(({ isFilled }) => !isFilled);
  const wrong = open.filter(({ isWrong }) => isWrong).length;
  const empty = open.filter(({ characters, isWrong }) => !characters && !isWrong).length;
  const lead =
    empty === 0
      ? t`No file has been created yet.`
      : t`No file has been created yet. Some fields are also empty.`;
  if (wrong > 0)
    return { title: plural(wrong, { one: "# field has an error", other: "# fields have errors" }), lead };
  if (open.length === 0) return { title: t`All set`, lead: t`Nothing is missing.` };
  if (open.some(({ characters }) => characters)) return { title: t`Some characters can’t be printed`, lead };
  return {
    title: plural(empty, { one: "# field is empty", other: "# fields are empty" }),
    lead: plural(empty, {
      one: "It’s usually filled in on documents like this.",
      other: "They’re usually filled in on documents like this.",
    }),
  };
}

/** A value that fills an empty field with one click. */
export type Proposal = { label: string; value: string };

/** Sources of proposals. */
export type Proposals = {
  profile: ProfileValues;
  /** The next number of each numbered field. */
  nextNumbers: ReadonlyMap<FieldPath, string>;
  today: string;
};

export function proposeFor(
  { path, schema }: Pick<Gap, "path" | "schema">,
  { profile, nextNumbers, today }: Proposals,
): Proposal | undefined {
  if (schema.type !== "string") return undefined;
  const next = nextNumbers.get(path);
  if (next) return { label: next, value: next };
  if (schema["x-today"]) return { label: readableDate(today), value: today };
  const known = profileFieldOf(schema);
  const word = known && known !== "photo" ? profile[known]?.slice(0, schema.maxLength) : undefined;
  return word ? { label: word.length > MAX_SHOWN ? t`From your profile` : word, value: word } : undefined;
}

const MAX_SHOWN = 24; // a longer value would break the layout of the line
