import { expect, test } from "vitest";
import { formatPageNumber } from "./hide-samples.tsx";

test("counts the export's pages although samples add some", () => {
  expect(formatPageNumber({ page: 2, shown: 3, printed: 3 })).toBe("Page 2 of 3");
  expect(formatPageNumber({ page: 1, shown: 4, printed: 3 })).toBe("Page 1 of 3, plus 1 sample page");
  expect(formatPageNumber({ page: 4, shown: 4, printed: 3 })).toBe("Sample page, not printed (1 of 1)");
  expect(formatPageNumber({ page: 2, shown: 2, printed: 1 })).toBe("Sample page, not printed (1 of 1)");
});
