import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KIT } from "../../cli/library/template-folder.ts";
import { LANGUAGES, type Language } from "../../contract/templates/theme.ts";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { quietLog } from "../support/databases.ts";
import { spawnReusedChild } from "../support/reused-render-processes.ts";

/** Compares the kit's names, dates and numbers with CLDR, as Node's `Intl` has it. */

/** English is British unless it is American, and Arabic documents have western digits. */
const TAGS: Partial<Record<Language, string>> = { en: "en-GB", ar: "ar-u-nu-latn" };
const WEEKDAYS = [2, 3, 4, 5, 6, 7, 8].map((day) => new Date(Date.UTC(2026, 10, day)));
const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 3)));

type Names = Record<string, string | readonly (string | number)[]>;

function namesInCldr(language: Language): Names {
  const tag = TAGS[language] ?? language;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { timeZone: "UTC", ...options });
  const part = (date: Date, type: "weekday" | "month", options: Intl.DateTimeFormatOptions) =>
    format(options)
      .formatToParts(date)
      .find((each) => each.type === type)?.value ?? "";
  const inDate = (date: Date, month: "long" | "short") => {
    const options = { day: "numeric", month, year: "numeric" } as const;
    const name = part(date, "month", options);
    // In Hebrew the word for "in" is joined to the month.
    const words = format(options).format(date).split(/\s/);
    return words.find((word) => word.includes(name)) ?? name;
  };
  const short = (date: Date) => {
    const name = inDate(date, "short");
    // Czech and Finnish dates have the month's number instead.
    return /\d/.test(name) ? part(date, "month", { month: "short" }) : name.replace(/^ב/, "");
  };
  // The type is newer than TypeScript's library.
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    getWeekInfo(): { firstDay: number; weekend: number[] };
  };
  const { firstDay, weekend } = locale.getWeekInfo();
  return {
    weekdays: WEEKDAYS.map((date) => part(date, "weekday", { weekday: "long" })),
    "short weekdays": WEEKDAYS.map((date) => part(date, "weekday", { weekday: "short" })),
    months: MONTHS.map((date) => part(date, "month", { month: "long", year: "numeric" })),
    "months in dates": MONTHS.map((date) => inDate(date, "long")),
    "short months": MONTHS.map(short),
    "long date": plain(format({ dateStyle: "long" }).format(NOVEMBER)),
    "full date": plain(format({ dateStyle: "full" }).format(NOVEMBER)),
    "start of the week": [firstDay],
    weekend,
    number: plain(new Intl.NumberFormat(tag).format(1_234_567.5)),
    "small number": plain(new Intl.NumberFormat(tag).format(1_234.5)),
  };
}
const NOVEMBER = new Date(Date.UTC(2026, 10, 3));

/** The narrow no-break space is in few fonts; the kit narrows the usual one. */
const plain = (text: string) => text.replaceAll("\u202f", "\u00a0");

/** The same names as expressions of the kit. */
const IN_THE_KIT: Record<string, string> = {
  weekdays: "range(1, 8).map(day => weekday(day))",
  "short weekdays": "range(1, 8).map(day => weekday(day, short: true))",
  months: "range(1, 13).map(month => month-name(month))",
  "months in dates": "months.at(language.code)",
  "short months": "range(1, 13).map(month => month-name(month, short: true))",
  "long date": 'date-text("2026-11-03", style: "long")',
  "full date": 'date-text("2026-11-03", style: "full")',
  "start of the week": "(week-start,)",
  weekend: "range(1, 8).filter(is-weekend)",
  number: 'number-text(decimal("1234567.5"))',
  "small number": 'number-text(decimal("1234.5"))',
};

type Exception = { why: string; from(names: Names): Names };
const replaced = (name: string, change: (text: string) => string) => (names: Names) => {
  const given = names[name] ?? [];
  return {
    ...names,
    [name]: typeof given === "string" ? change(given) : given.map((each) => change(String(each))),
  };
};

const curly = (text: string) => text.replaceAll("'", "\u2019");
const joinYear = (date: string) => date.replace(/ (?=р\.$)/, "\u00a0");

/** Where the kit differs on purpose. */
const EXCEPTIONS: Partial<Record<Language, Exception[]>> = {
  en: [
    {
      why: "one form for both kinds of English; British CLDR has Sept",
      from: replaced("short months", (name) => name.replace("Sept", "Sep")),
    },
    {
      why: "British dates are usually written without a comma",
      from: replaced("full date", (date) => date.replace(",", "")),
    },
  ],
  "de-CH": [
    {
      why: "the apostrophe of typography instead of the one of keyboards",
      from: (names) => replaced("number", curly)(replaced("small number", curly)(names)),
    },
  ],
  it: [
    {
      why: "bills group amounts from four digits on",
      from: (names) => ({ ...names, "small number": "1.234,5" }),
    },
  ],
  pt: [
    {
      why: "four digits are not grouped in Portugal; CLDR's are of Brazil",
      from: (names) => ({ ...names, "small number": "1234,5" }),
    },
  ],
  fi: [
    {
      why: "Intl only has the form that stands alone; in a date CLDR adds the ending",
      from: replaced("short months", (name) => `${name}k.`),
    },
  ],
  uk: [
    {
      why: "the apostrophe that fonts have",
      from: replaced("weekdays", (name) => name.replace("\u02bc", "\u2019")),
    },
    {
      why: "the word for year stays on its line",
      from: (names) => replaced("full date", joinYear)(replaced("long date", joinYear)(names)),
    },
  ],
};

let rendering: Rendering;
beforeAll(async () => {
  const settings = { processes: 1, queue: 40, deadlineMs: 30_000, kitDir: KIT };
  rendering = createRendering({ settings, log: quietLog, spawn: spawnReusedChild });
  await rendering.ready();
});
afterAll(() => rendering.close());

/** Fails with all differences between the kit and these names. */
async function compare(language: Language, names: Names): Promise<void> {
  const source = `#import "/kit/kit.typ": *
#import "/kit/calendar.typ": months
#import "/kit/locale.typ": number-text
#{
  let all = (
    ${Object.entries(names)
      .map(([name, expected]) => `(${text(name)}, ${IN_THE_KIT[name]}, ${literal(expected)}),`)
      .join("\n    ")}
  )
  let wrong = all.filter(((name, own, cldr)) => own != cldr)
  if wrong.len() > 0 { panic(wrong.map(((name, own, cldr)) => name + ": " + repr(own) + " instead of " + repr(cldr)).join("; ")) }
}
#show: setup.with(title: "Test")
Test`;
  await rendering.renderPages({ mode: "final", source, theme: { language } });
}
const text = (value: string | number) => (typeof value === "number" ? String(value) : JSON.stringify(value));
const literal = (value: Names[string]) =>
  typeof value === "string" ? text(value) : `(${value.map(text).join(", ")},)`;

describe("the kit has CLDR's names, dates, weeks and numbers", () => {
  test.each(LANGUAGES)("in %s", async (language) => {
    let names = namesInCldr(language);
    for (const { from, why } of EXCEPTIONS[language] ?? []) {
      const changed = from(names);
      expect(changed, `no longer an exception: ${why}`).not.toEqual(names);
      names = changed;
    }
    await compare(language, names);
  });

  test("and a wrong name is reported", async () => {
    const names = {
      ...namesInCldr("de"),
      "short weekdays": ["Mon", "Die", "Mit", "Don", "Fre", "Sam", "Son"],
    };
    await expect(compare("de", names)).rejects.toThrow(/short weekdays: .*Mo.* instead of .*Mon/s);
  });
});
