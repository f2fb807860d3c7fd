import { t } from "@lingui/core/macro";

const DAY_MS = 24 * 60 * 60_000;

/** The day of a moment in the person's own time zone: "2026-11-15". */
export function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** "Today", "Yesterday", "Monday 9 November", with the year if it is not this year. */
export function formatDay(moment: Date, now: Date): string {
  if (dayOf(moment) === dayOf(now)) return t`Today`;
  if (dayOf(moment) === dayOf(new Date(now.getTime() - DAY_MS))) return t`Yesterday`;
  const isThisYear = moment.getFullYear() === now.getFullYear();
  const formatted = moment.toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
  // Browsers differ in the comma after the weekday.
  return formatted.replace(",", "");
}

export function formatTime(moment: Date): string {
  return moment.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** Where there is little room: "09:41", "yesterday", "9 Nov", "9 Nov 2025". */
export function formatShortMoment(moment: Date, now = new Date()): string {
  const day = formatDay(moment, now);
  if (day === "Today") return formatTime(moment);
  if (day === "Yesterday") return "yesterday";
  const isThisYear = moment.getFullYear() === now.getFullYear();
  return moment.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}

/** "today, 09:41", "yesterday", "Monday 9 November". */
export function formatMoment(moment: Date, now = new Date()): string {
  const day = formatDay(moment, now);
  return day === "Today" ? t`today, ${formatTime(moment)}` : day === "Yesterday" ? "yesterday" : day;
}

/** "16 November 2026", in every time zone: for pages rendered on the server. */
export function formatDate(moment: string): string {
  const format = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Date(moment).toLocaleDateString("en-GB", format);
}
