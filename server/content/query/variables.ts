import { invalidQuery } from "../../errors/errors.ts";

/** The values of `$CURRENT_USER` and `$NOW` in a filter. */
export type Variables = { userId: string | null; now: Date };

const VARIABLE = /^\$(?:CURRENT_[A-Z]+|NOW)(?:[.(].*)?$/s;
const NOW = /^\$NOW(?:\(\s*([+-]?\d{1,6})\s*([a-z]+)\s*\))?$/i;
const DAY_MS = 24 * 60 * 60 * 1_000;
const MILLISECONDS: Record<string, number> = {
  second: 1_000,
  minute: 60_000,
  hour: 60 * 60_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
};

/** Whether an answer depends on the viewer or the time. */
export function isVariable(text: string): boolean {
  return VARIABLE.test(text.trim());
}

/** The text, or the variable's value. An unknown variable is refused: it would silently match nothing. */
export function resolveVariable(text: string, { userId, now }: Variables): string {
  const name = text.trim();
  if (!isVariable(name)) return text;
  if (name === "$CURRENT_USER") {
    if (userId) return userId;
    throw invalidQuery('"$CURRENT_USER" needs a signed-in person');
  }
  const [found, amount, unit = ""] = NOW.exec(name) ?? [];
  if (!found)
    throw invalidQuery(
      `"${name.slice(0, 40)}" is not supported; there are "$CURRENT_USER", "$NOW" and "$NOW(-1 day)"`,
    );
  return amount === undefined
    ? now.toISOString()
    : adjust(now, Number(amount), unit.toLowerCase()).toISOString();
}

function adjust(now: Date, amount: number, written: string): Date {
  const unit = written.replace(/s$/, "");
  const adjusted = new Date(now);
  if (unit === "month") adjusted.setUTCMonth(now.getUTCMonth() + amount);
  else if (unit === "year") adjusted.setUTCFullYear(now.getUTCFullYear() + amount);
  else adjusted.setTime(now.getTime() + amount * (MILLISECONDS[unit] ?? Number.NaN));
  if (Number.isNaN(adjusted.getTime()))
    throw invalidQuery(
      `"$NOW" is adjusted by ${Object.keys(MILLISECONDS).join("s, ")}s, months or years within the calendar, not by "${amount} ${written.slice(0, 20)}"`,
    );
  return adjusted;
}
