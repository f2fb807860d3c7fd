import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** The kit's names of days and months equal CLDR's, which Node has in `Intl`. */

const source = readFileSync("library/kit/calendar.typ", "utf8");

function readNames(name: string): Record<string, string[]> {
  const start = source.indexOf(`#let ${name} = `);
  const body = source.slice(start, source.indexOf("\n)", start));
  const rows = body.matchAll(/^ {2}(\w+): \((.*)\),$/gm);
  return Object.fromEntries(
    Array.from(rows, ([, language = "", list = ""]) => [
      language,
      Array.from(list.matchAll(/"([^"]*)"/g), ([, word = ""]) => word),
    ]),
  );
}

const alone = { ...readNames("months"), ...readNames("months-alone") };
const utc = (month: number, day: number) => new Date(Date.UTC(2024, month, day)); // 1 January 2024 is a Monday
const days = Array.from({ length: 7 }, (_, day) => utc(0, 1 + day));
const months = Array.from({ length: 12 }, (_, month) => utc(month, 1));

function say(language: string, dates: Date[], options: Intl.DateTimeFormatOptions): string[] {
  const part = "weekday" in options ? "weekday" : "month";
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    ...options,
    timeZone: "UTC",
  });
  return dates.map(
    (date) =>
      format
        .formatToParts(date)
        .find(({ type }) => type === part)
        ?.value.replaceAll("ʼ", "’") ?? "",
  );
}

/** Dots, and the fourth letter of "Sept", differ between versions of CLDR. */
const withoutDot = (names: string[]) => names.map((name) => name.replace(/[.]$/, "").slice(0, 3));

describe.each(Object.keys(readNames("weekdays")))("in %s", (language) => {
  test("days of the week follow CLDR", () => {
    expect(readNames("weekdays")[language]).toEqual(say(language, days, { weekday: "long" }));
    expect(readNames("short-weekdays")[language]).toEqual(say(language, days, { weekday: "short" }));
  });

  test("months follow CLDR, in a date and alone", () => {
    // Hebrew's "in" is a separate word in CLDR.
    const inDates = readNames("months")[language]?.map((name) => (language === "he" ? name.slice(1) : name));
    expect(inDates).toEqual(say(language, months, { day: "numeric", month: "long" }));
    // ICU leaves standalone Greek months in the genitive; a heading has the nominative.
    if (language !== "el") expect(alone[language]).toEqual(say(language, months, { month: "long" }));
    // Finnish and Czech dates have numbers here.
    const isNumeric = language === "fi" || language === "cs";
    const short = say(language, months, { ...(isNumeric ? {} : { day: "numeric" }), month: "short" });
    expect(withoutDot(readNames("short-months")[language] ?? [])).toEqual(withoutDot(short));
  });
});

test("week starts and weekends follow CLDR", () => {
  const start = source.slice(source.indexOf("#let week-starts"), source.indexOf("#let weekends"));
  const ends = source.slice(source.indexOf("#let weekends"));
  const regions: Record<string, string> = { en: "GB", pt: "PT", ar: "EG", he: "IL", hi: "IN" };
  for (const language of [...Object.keys(readNames("weekdays")), "en-US"]) {
    const region = regions[language];
    // TypeScript's library has no week information yet.
    const locale: unknown = new Intl.Locale(region ? `${language}-${region}` : language);
    const week = (locale as { getWeekInfo(): { firstDay: number; weekend: number[] } }).getWeekInfo();
    const starts = new RegExp(`"?\\b${language}"?: (\\d)`).exec(start)?.[1] ?? "1";
    expect(`${language} ${starts}`).toBe(`${language} ${week.firstDay}`);
    const rest = new RegExp(`\\b${language}: \\(([\\d, ]+?),?\\)`).exec(ends)?.[1] ?? "6, 7";
    expect(`${language} ${rest}`).toBe(`${language} ${week.weekend.join(", ")}`);
  }
});
