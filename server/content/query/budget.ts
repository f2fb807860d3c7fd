import { MAX_CONDITIONS, MAX_LIST_VALUES, MAX_QUERY_BYTES } from "../../../contract/limits.ts";
import { invalidQuery } from "../../errors/errors.ts";

/** What a query may still ask for. Counted while it is parsed, so that no SQL is built from one that is too large. */
export type QueryBudget = {
  takeConditions(count: number): void;
  takeValues(count: number): void;
};

export function createQueryBudget(): QueryBudget {
  let conditions = 0;
  let values = 0;
  return {
    takeConditions: (count) => {
      conditions += count;
      if (conditions > MAX_CONDITIONS)
        throw invalidQuery(
          `the query has more than ${MAX_CONDITIONS} conditions, which is the limit; words of "search" and followed relations count too, an "_in" counts as one`,
        );
    },
    takeValues: (count) => {
      values += count;
      if (values > MAX_LIST_VALUES)
        throw invalidQuery(
          `the lists of the query hold ${values} values or more, at most ${MAX_LIST_VALUES} are allowed in all of them together`,
        );
    },
  };
}

/** The longest body of a SEARCH; checked before it is parsed. */
export const LONGEST_SEARCH = {
  max: MAX_QUERY_BYTES,
  tooLong: (max: number) => invalidQuery(`the query is longer than ${max} characters, which is the limit`),
};
