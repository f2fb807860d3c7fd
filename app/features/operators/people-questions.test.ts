import { expect, it } from "vitest";
import { formatBelongings } from "./people-questions.ts";

it("says what goes with an account, and leaves out what there is none of", () => {
  expect(formatBelongings({ documents: 1_200, pictures: 0, ratings: 1 })).toBe(
    "1,200 documents, one rating, what they saved, their history, messages they sent and the links they shared",
  );
  expect(formatBelongings({ documents: 0, pictures: 0, ratings: 0 })).toBe(
    "what they saved, their history, messages they sent and the links they shared",
  );
});
