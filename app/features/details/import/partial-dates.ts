import { t } from "@lingui/core/macro";
import { LANGUAGES } from "../../../../contract/templates/languages.ts";
import { rowTextFor } from "../../../../shared/filling/composed-values.ts";
import { type Collector, cleanText, formatValue } from "./import-result.ts";

/** Dates as CVs have them: a year, a month or a day. */

/** A month on its own and after a day: some languages decline it. */
const FORMS = [{ month: "long" }, { month: "short" }, { month: "long", day: "numeric" }] as const;
const SHORTEST = 3; // letters that distinguish months in most languages

/** YYYY, YYYY-MM or YYYY-MM-DD; undefined for what is no date. */
export function readDate(given: string): string | undefined {
  const iso = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?(?:T.*)?$/.exec(given);
  if (iso) return makeDate(iso[1], iso[2], iso[3]);
  const slashed = /^(\d{1,2})[./](\d{4})$/.exec(given);
  if (slashed) return makeDate(slashed[2], slashed[1]);
  const named = /^(?:(\d{1,2})\.? )?(\p{L}{3,})\.?(?: de)? (\d{4})$/u.exec(given);
  const month = named?.[2] && monthOf(named[2]);
  return named && month ? makeDate(named[3], String(month), named[1]) : undefined;
}

function makeDate(year = "", month?: string, day?: string): string | undefined {
  if (month === undefined) return year;
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  const start = `${year}-${month.padStart(2, "0")}`;
  if (day === undefined) return start;
  return Number(day) >= 1 && Number(day) <= 31 ? `${start}-${day.padStart(2, "0")}` : undefined;
}

let months: Map<string, number> | undefined;

/** By name or its first letters, in the languages that documents speak. */
function monthOf(name: string): number | undefined {
  months ??= nameMonths();
  return months.get(plain(name)) ?? months.get(plain(name).slice(0, SHORTEST));
}

function nameMonths(): Map<string, number> {
  const named = new Map<string, number>();
  for (const language of LANGUAGES)
    for (const form of FORMS) {
      const format = new Intl.DateTimeFormat(language, { ...form, timeZone: "UTC" });
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(new Date(Date.UTC(2024, month - 1, 1)));
        const name = plain(parts.find(({ type }) => type === "month")?.value ?? "");
        if (!named.has(name)) named.set(name, month);
      }
    }
  return named;
}

function plain(name: string): string {
  return name.normalize("NFD").replace(/\P{L}/gu, "").toLowerCase();
}

/** From start to end; text that isn't a date is kept and reported. `what` is the name of the list. */
export function readPeriod(
  start: unknown,
  end: unknown,
  { leave }: Collector,
  what: string,
): Record<string, string> {
  const given = [cleanText(start), cleanText(end)];
  const [from, to] = given.map((text) => (isNow(text) ? "" : readDate(text)));
  if (from !== undefined && to !== undefined)
    return Object.fromEntries(Object.entries({ from, to }).filter(([, date]) => date !== ""));
  for (const text of given)
    if (text !== "" && !isNow(text) && !readDate(text))
      leave(formatValue(what, text), t`not a valid date; imported as text`);
  return { years: given.filter((text) => text !== "").join(" to ") };
}

function isNow(text: string): boolean {
  return text === "" || /^(now|present|current|heute|aktuell|bis heute)$/i.test(text);
}

/** For lists that have years only. */
export function readYears(start: unknown, end: unknown, collector: Collector, what: string): string {
  return rowTextFor("years", readPeriod(start, end, collector, what)) ?? "";
}
