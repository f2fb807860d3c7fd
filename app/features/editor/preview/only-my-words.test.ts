import { expect, test } from "vitest";
import { pageWords } from "./only-my-words.tsx";

test("the number of pages is the export's, also where samples take more", () => {
  expect(pageWords({ page: 2, shown: 3, printed: 3 })).toBe("Page 2 of 3");
  expect(pageWords({ page: 1, shown: 4, printed: 3 })).toBe("Page 1 of 3, plus 1 sample page");
  expect(pageWords({ page: 4, shown: 4, printed: 3 })).toBe("Sample page, not printed (1 of 1)");
  expect(pageWords({ page: 2, shown: 2, printed: 1 })).toBe("Sample page, not printed (1 of 1)");
});
