import { expect, it } from "vitest";
import { formatContents } from "./people-questions.ts";

it("lists everything deleted with an account, without empty counts", () => {
  expect(formatContents({ documents: 1_200, pictures: 0, ratings: 1 })).toBe(
    "1,200 documents, 1 rating, saved templates, history, messages and shared links",
  );
  expect(formatContents({ documents: 0, pictures: 0, ratings: 0 })).toBe(
    "saved templates, history, messages and shared links",
  );
});
