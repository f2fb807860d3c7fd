import { expect, test } from "vitest";
import { withinBytes } from "./recipients.ts";

test("reads recipients from the newest documents within a size limit", () => {
  const documents = [40, 200, 50, 20, 10].map((bytes) => ({ bytes }));
  expect(withinBytes(documents, 100)).toEqual([{ bytes: 40 }, { bytes: 50 }, { bytes: 10 }]);
  expect(withinBytes([{ bytes: 100 }], 100)).toHaveLength(1);
  expect(withinBytes(documents)).toHaveLength(5);
});
