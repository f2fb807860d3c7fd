import type { HistoryRecord } from "./data.ts";

const DAY_MS = 24 * 60 * 60_000;

/** The day a record belongs to, in the person's own time zone: "2026-11-15". */
export function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** "Today", "Yesterday", "Monday 9 November", with the year when it is another one. */
export function sayDay(moment: Date, now: Date): string {
  if (dayOf(moment) === dayOf(now)) return "Today";
  if (dayOf(moment) === dayOf(new Date(now.getTime() - DAY_MS))) return "Yesterday";
  const isThisYear = moment.getFullYear() === now.getFullYear();
  const words = moment.toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
  // Browsers differ in the comma after the weekday.
  return words.replace(",", "");
}

export function sayTime(moment: Date): string {
  return moment.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** "today, 09:41", "yesterday", "Monday 9 November". */
export function sayMoment(moment: Date, now = new Date()): string {
  const day = sayDay(moment, now);
  return day === "Today" ? `today, ${sayTime(moment)}` : day === "Yesterday" ? "yesterday" : day;
}

/** "Made Resume, autumn 2026": what was done, with the title the document had. */
export function sayAction(
  { action, title }: Pick<HistoryRecord, "action" | "title">,
  template: string,
): string {
  return `${action === "exported" ? "Downloaded" : "Made"} ${title ?? template}`;
}

export function groupByDay<Record extends { date_created: string }>(
  records: readonly Record[],
  now: Date,
): { day: string; label: string; records: Record[] }[] {
  const groups = Map.groupBy(records, ({ date_created }) => dayOf(new Date(date_created)));
  return [...groups].map(([day, own]) => ({
    day,
    label: sayDay(new Date(own[0]?.date_created ?? now), now),
    records: own,
  }));
}
