import { expect, test } from "vitest";
import type { DraftComment } from "../../../contract/templates/submissions.ts";
import { numberedComments } from "./submissions.ts";

const said = (id: string, field: string | null): DraftComment => ({
  id,
  kind: "comment",
  words: id,
  field,
  by: "operator",
  date_created: "2026-11-16T10:00:00.000Z",
});

test("numbers fields in the order of their first comment", () => {
  const comments = [said("a", null), said("b", "total"), said("c", "items.price"), said("d", "total")];
  expect(numberedComments(comments).map(({ number }) => number)).toEqual([undefined, 1, 2, 1]);
});
