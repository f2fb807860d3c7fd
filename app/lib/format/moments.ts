import { t } from "@lingui/core/macro";
import { pageLocale } from "../i18n/intl.ts";

const DAY_MS = 24 * 60 * 60_000;

/** The day of a moment in the person's own time zone: "2026-11-15". */
export function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

export const isToday = (moment: Date, now = new Date()) => dayOf(moment) === dayOf(now);
export const isYesterday = (moment: Date, now = new Date()) =>
  dayOf(moment) === dayOf(new Date(now.getTime() - DAY_MS));

/** "Today", "Yesterday", "Monday 9 November", with the year if it is not this year. */
export function formatDay(moment: Date, now = new Date()): string {
  if (isToday(moment, now)) return t`Today`;
  return isYesterday(moment, now) ? t`Yesterday` : formatWeekday(moment, now);
}

/** The same within a sentence: "today", "yesterday", "Monday 9 November". */
export function formatDayInText(moment: Date, now = new Date()): string {
  if (isToday(moment, now)) return t({ message: "today", context: "within a sentence" });
  return isYesterday(moment, now)
    ? t({ message: "yesterday", context: "within a sentence" })
    : formatWeekday(moment, now);
}

function formatWeekday(moment: Date, now: Date): string {
  const formatted = moment.toLocaleDateString(pageLocale(), {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...yearUnless(moment, now),
  });
  // Browsers differ in the comma after an English weekday.
  return pageLocale() === "en-GB" ? formatted.replace(",", "") : formatted;
}

const yearUnless = (moment: Date, now: Date) =>
  moment.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);

export function formatTime(moment: Date): string {
  return moment.toLocaleTimeString(pageLocale(), { hour: "2-digit", minute: "2-digit" });
}

/** Where there is little room: "09:41", "yesterday", "9 Nov", "9 Nov 2025". */
export function formatShortMoment(moment: Date, now = new Date()): string {
  if (isToday(moment, now)) return formatTime(moment);
  if (isYesterday(moment, now)) return formatDayInText(moment, now);
  const format = { day: "numeric", month: "short", ...yearUnless(moment, now) } as const;
  return moment.toLocaleDateString(pageLocale(), format);
}

/** "today, 09:41", "yesterday", "Monday 9 November". */
export function formatMoment(moment: Date, now = new Date()): string {
  if (!isToday(moment, now)) return formatDayInText(moment, now);
  const time = formatTime(moment);
  return t`today, ${time}`;
}

/** "16 November 2026", in every time zone: for pages rendered on the server. */
export function formatDate(moment: string): string {
  const format = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Date(moment).toLocaleDateString(pageLocale(), format);
}
