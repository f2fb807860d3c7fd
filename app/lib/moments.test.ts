import { expect, it } from "vitest";
import { sayDay } from "./moments.ts";

const now = new Date(2026, 10, 15, 12, 0);

it("says today, yesterday and the day before by its name", () => {
  expect(sayDay(new Date(2026, 10, 15, 0, 5), now)).toBe("Today");
  expect(sayDay(new Date(2026, 10, 14, 23, 55), now)).toBe("Yesterday");
  expect(sayDay(new Date(2026, 10, 9), now)).toBe("Monday 9 November");
  expect(sayDay(new Date(2025, 10, 9), now)).toBe("Sunday 9 November 2025");
});
