import { expect, it } from "vitest";
import { formatDay } from "./moments.ts";

const now = new Date(2026, 10, 15, 12, 0);

it("names today, yesterday and weekdays", () => {
  expect(formatDay(new Date(2026, 10, 15, 0, 5), now)).toBe("Today");
  expect(formatDay(new Date(2026, 10, 14, 23, 55), now)).toBe("Yesterday");
  expect(formatDay(new Date(2026, 10, 9), now)).toBe("Monday 9 November");
  expect(formatDay(new Date(2025, 10, 9), now)).toBe("Sunday 9 November 2025");
});
