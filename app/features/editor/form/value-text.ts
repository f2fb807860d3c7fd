/** Values as people write and read them. */

/** Data may come from a link or a file, so it may be anything. */
export function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** "2026-12-02" as one reads it; empty when it is no date. */
export function readableDate(iso: string, how?: "without year"): string {
  const date = new Date(`${iso}T12:00:00`);
  if (Number.isNaN(date.getTime())) return "";
  const year = how === "without year" ? undefined : "numeric";
  return date.toLocaleDateString(undefined, { day: "numeric", month: "short", year });
}
