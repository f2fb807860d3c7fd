/** A day that is written in words or digits on a page: "28 October 2026", "28.10.2026", "2026-10-28". */
export function writtenDay(text: string): string | undefined {
  return dayIn(text, true);
}

/** The only day in a text: "Fired 12 October 2026". A period has more than one. */
export function dayInText(text: string): string | undefined {
  return dayIn(text, false);
}

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const NUMERIC = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})$/;
const WORDS = /[\p{L}\p{M}]+/gu;

function dayIn(text: string, isWhole: boolean): string | undefined {
  const trimmed = text.trim();
  const [, isoYear = "", isoMonth = "", isoDay = ""] = ISO.exec(trimmed) ?? [];
  if (isoYear) return isoDate(isoYear, Number(isoMonth), isoDay);
  const [, first = "", separator, second = "", year = ""] = NUMERIC.exec(trimmed) ?? [];
  // 03/04/2026 is in March for some and in April for others.
  if (year && (separator === "." || Number(first) > 12)) return isoDate(year, Number(second), first);
  const numbers = trimmed.match(/\d+/g) ?? [];
  const [one = "", other = ""] = numbers.length === 2 ? numbers : [];
  const [day, writtenYear] = other.length === 4 ? [one, other] : [other, one];
  if (writtenYear?.length !== 4 || (day?.length ?? 3) > 2) return undefined;
  const words = trimmed.match(WORDS) ?? [];
  const months = new Set(words.flatMap((word) => monthOf(word) ?? []));
  const [month] = months;
  if (month === undefined || months.size > 1) return undefined;
  const others = words.filter((word) => monthOf(word) === undefined && !SMALL_WORDS.has(word.toLowerCase()));
  return isWhole && others.length > 0 ? undefined : isoDate(writtenYear, month, day ?? "");
}

/** "28th of October", "28 de octubre de 2026". */
const SMALL_WORDS = new Set(["st", "nd", "rd", "th", "of", "de", "del", "er", "the", "le", "el", "il"]);
const LANGUAGES = "en de fr es it nl pt pl sv nb da fi cs uk el tr".split(" ");
let months: Map<string, number> | undefined;

/** As it is in a date, where some languages inflect it, and on its own. */
function monthOf(word: string): number | undefined {
  if (!months) {
    months = new Map();
    for (const language of LANGUAGES)
      for (const style of [
        { month: "long" },
        { month: "long", day: "numeric" },
        { month: "short" },
      ] as const) {
        const format = new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" });
        for (let month = 1; month <= 12; month++)
          for (const { type, value } of format.formatToParts(Date.UTC(2026, month - 1, 1)))
            if (type === "month") months.set(value.toLowerCase().replace(/\.$/, ""), month);
      }
  }
  return months.get(word.toLowerCase());
}

function isoDate(year: string, month: number, day: string): string | undefined {
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(day);
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
