/** The parts of "2026-014": the count, the year, and the rest as a shape ("@-#"). */
type Numbered = { shape: string; count: bigint; digits: number; year: string | undefined };

/**
 * The number after those in `used`, newest first: the newest decides the format, the highest in that format
 * the count. In a new year, numbers with a year restart at 1.
 */
export function nextNumber(used: readonly string[], year: number): string | undefined {
  const all = used.flatMap((text) => takeApart(text, year) ?? []);
  const [newest] = all;
  if (!newest) return undefined;
  const thisYear = newest.year === undefined ? undefined : yearAs(newest.year, year);
  const last = all
    .filter((each) => each.shape === newest.shape && each.year === thisYear)
    .reduce<Numbered | undefined>(
      (best, each) => (best && best.count >= each.count ? best : each),
      undefined,
    );
  const count = String((last?.count ?? 0n) + 1n).padStart((last ?? newest).digits, "0");
  return newest.shape.replace(COUNT, count).replace(YEAR, thisYear ?? "");
}

// Placeholders that can't occur in a typed number.
const COUNT = "\u0001";
const YEAR = "\u0002";

const MAX_DIGITS = 18;

function takeApart(text: string, year: number): Numbered | undefined {
  const runs = [...text.trim().matchAll(/\d+/g)].map((run) => ({ digits: run[0], at: run.index }));
  // In "14/2026" the last number is the year and the one before it counts.
  const endsInYear = runs.length > 1 && isYear(runs.at(-1)?.digits ?? "", year, "four");
  const counted = runs.at(endsInYear ? -2 : -1);
  if (!counted || counted.digits.length > MAX_DIGITS) return undefined;
  const dated = runs.find(
    (run) => run !== counted && isYear(run.digits, year, run === runs[0] ? "any" : "four"),
  );
  const parts = [{ ...counted, sign: COUNT }, ...(dated ? [{ ...dated, sign: YEAR }] : [])];
  const shape = parts
    .toSorted((a, b) => b.at - a.at)
    .reduce(
      (left, { at, digits, sign }) => left.slice(0, at) + sign + left.slice(at + digits.length),
      text.trim(),
    );
  return { shape, count: BigInt(counted.digits), digits: counted.digits.length, year: dated?.digits };
}

/** This year or last year, as "2026" or, only at the beginning, "26". */
function isYear(digits: string, year: number, lengths: "four" | "any"): boolean {
  const years = [String(year), String(year - 1)];
  return years.includes(digits) || (lengths === "any" && years.some((each) => each.slice(2) === digits));
}

function yearAs(written: string, year: number): string {
  return String(year).slice(-written.length);
}
