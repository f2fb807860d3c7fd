import { expect, it } from "vitest";
import type { Usage } from "../../../contract/limits.ts";
import { describeUsage } from "./usage-lines.ts";

const MEGABYTE = 1024 * 1024;
const usage: Usage = {
  documents: { used: 12, allowed: 1_000 },
  documents_bytes: { used: 3.31 * MEGABYTE, allowed: 200 * MEGABYTE },
  pictures: { used: 80, allowed: 100 },
  pictures_bytes: { used: 20, allowed: 50 * MEGABYTE },
  sessions: { used: 50, allowed: 50 },
};

it("shows usage and what to do when it is nearly full or full", () => {
  expect(describeUsage(usage).map(({ amount, state }) => [amount, state])).toEqual([
    ["12 of 1,000", "room"],
    ["3.4 of 200 MB", "room"],
    ["80 of 100", "near"],
    ["0.1 of 50 MB", "room"],
    ["50 of 50", "full"],
  ]);
  const [documents, , pictures, , sessions] = describeUsage(usage);
  expect(documents?.advice).toBeUndefined();
  expect(pictures?.advice).toContain("Almost full");
  expect(sessions?.advice).toContain("least recently used session");
});

it("treats usage above a lowered quota as full", () => {
  const [documents] = describeUsage({ ...usage, documents: { used: 1_204, allowed: 1_000 } });
  expect(documents).toMatchObject({ amount: "1,204 of 1,000", state: "full" });
  expect(documents?.advice).toContain("Nothing is lost");
});
