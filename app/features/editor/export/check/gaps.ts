import { profileFieldOf } from "../../../../../contract/templates/field-meaning.ts";
import type { Gap } from "../../../documents/index.ts";
import type { ProfileValues } from "../../autosave/untouched-draft.ts";
import type { FieldPath } from "../../draft.ts";
import { readableDate } from "../../form/value-text.ts";

const NUMBERS = "No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" ");

/** "Four things are still empty", and what kind of page usually has them. */
export function checkWords(
  gaps: readonly { isFilled: boolean; characters?: readonly string[]; isWrong?: true }[],
  singular: string,
): { title: string; lead: string } {
  const open = gaps.filter(({ isFilled }) => !isFilled);
  const isUnprinted = open.some(({ characters }) => characters);
  const wrong = open.filter(({ isWrong }) => isWrong).length;
  const count = open.filter(({ characters, isWrong }) => !characters && !isWrong).length;
  const lead =
    count === 0 ? "Nothing was made yet." : "Nothing was made yet. Some of it is still empty, too.";
  if (wrong > 0)
    return {
      title:
        wrong === 1
          ? "One thing has to be changed first"
          : `${NUMBERS[wrong] ?? wrong} things have to be changed first`,
      lead,
    };
  if (open.length === 0) return { title: "Nothing is empty any more", lead: "All of it is filled in." };
  if (isUnprinted) return { title: "Not all of it can be printed", lead };
  const name = singular.toLowerCase();
  const article = /^[aeiou]/.test(name) ? "an" : "a";
  return {
    title: count === 1 ? "One thing is still empty" : `${NUMBERS[count] ?? count} things are still empty`,
    lead: `Usually on ${article} ${name}.`,
  };
}

/** A value that fills a gap in one press. */
export type Proposal = { words: string; value: string };

/** Where proposals come from. */
export type Proposals = {
  profile: ProfileValues;
  /** The next number of each field that counts. */
  nextNumbers: ReadonlyMap<FieldPath, string>;
  today: string;
};

export function proposeFor(
  { path, schema }: Pick<Gap, "path" | "schema">,
  { profile, nextNumbers, today }: Proposals,
): Proposal | undefined {
  if (schema.type !== "string") return undefined;
  const next = nextNumbers.get(path);
  if (next) return { words: next, value: next };
  if (schema["x-today"]) return { words: readableDate(today), value: today };
  const known = profileFieldOf(schema);
  const word = known && known !== "photo" ? profile[known]?.slice(0, schema.maxLength) : undefined;
  return word ? { words: word.length > MOST_SHOWN ? "From your profile" : word, value: word } : undefined;
}

const MOST_SHOWN = 24; // a longer word would push the line apart
