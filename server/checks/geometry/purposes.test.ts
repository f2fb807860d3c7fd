import { expect, test } from "vitest";
import { findPurpose, findPurposeFaults, readPurposes } from "./purposes.ts";

const SOURCE = `// On purpose: text overlaps anything, because the sign stands behind the words
// On purpose: name leaves the page, because the edge crops it
// On purpose: it looks good`;

test("reads exceptions from comments with a reason", () => {
  const { purposes, misread } = readPurposes(SOURCE);
  expect(purposes).toMatchObject([
    { kind: "overlap", name: "text", other: "anything" },
    { kind: "edge", name: "name" },
  ]);
  expect(findPurpose(purposes, "overlap", "host", "text")).toBe(purposes[0]);
  expect(findPurpose(purposes, "overlap", "host", "name")).toBeUndefined();
  expect(findPurpose(purposes, "edge", "name", undefined)).toBe(purposes[1]);
  const faults = findPurposeFaults("template.typ", SOURCE, misread, purposes.slice(1));
  expect(faults.map(({ line, message }) => [line, message.slice(0, 12)])).toEqual([
    [3, "write it as "],
    [2, "this comment"],
  ]);
});
