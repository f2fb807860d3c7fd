import { pageLocale } from "../../../lib/i18n/intl.ts";

/** Data may come from a link or a file, so it can have any type. */
export function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Formats an ISO date for reading; empty if it isn't a date. */
export function readableDate(iso: string, how?: "without year"): string {
  const date = new Date(`${iso}T12:00:00`);
  if (Number.isNaN(date.getTime())) return "";
  const year = how === "without year" ? undefined : "numeric";
  return date.toLocaleDateString(pageLocale(), { day: "numeric", month: "short", year });
}
