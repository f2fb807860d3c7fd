import { expect, test } from "vitest";
import { dayInText, writtenDay } from "./written-date.ts";

test.each([
  ["28 October 2026", "2026-10-28"],
  ["October 28th, 2026", "2026-10-28"],
  ["2026-10-28", "2026-10-28"],
  ["28.10.2026", "2026-10-28"],
  ["28/10/2026", "2026-10-28"],
  ["28. Oktober 2026", "2026-10-28"],
  ["28 de octubre de 2026", "2026-10-28"],
  ["28 octobre 2026", "2026-10-28"],
  ["28 października 2026", "2026-10-28"],
  ["28 жовтня 2026", "2026-10-28"],
  ["03/04/2026", undefined],
  ["31 February 2026", undefined],
  ["October 2026", undefined],
  ["9 and 10 November 2026", undefined],
  ["1 to 31 October 2026", undefined],
  ["Fired 12 October 2026", undefined],
  ["", undefined],
])("reads %s as %s", (text, day) => {
  expect(writtenDay(text)).toBe(day);
});

test("finds the only day in a text", () => {
  expect(dayInText("Fired 12 October 2026")).toBe("2026-10-12");
  expect(dayInText("1 to 31 October 2026")).toBeUndefined();
  expect(dayInText("Order 12 of 2026")).toBeUndefined();
});
