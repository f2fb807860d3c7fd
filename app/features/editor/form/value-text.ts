/** Values as people write and read them. */

/** Data may come from a link or a file, so it may be anything. */
export function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** "2026-12-02" as one reads it; empty when it is no date. */
export function readableDate(iso: string): string {
  const date = new Date(`${iso}T12:00:00`);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });
}

const SPACES = /[\s'’_]/g; // no-break and thin spaces are \s too; the Swiss group with apostrophes
const MARK = "(?:\\p{Sc}|%|\\p{L}{2,3}\\.?)"; // "NOK 12", "12 kr.", "€12", "25 %", but not "12k"
const AROUND = new RegExp(`^${MARK}|(?<=[\\d.,])${MARK}$`, "gu");
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Exact decimal text: "1 234,50" and "1,234.50" are both "1234.50". Undefined when it is no number. */
export function readDecimal(typed: string): string | undefined {
  const bare = typed.replace(SPACES, "").replace(AROUND, "").replace(/^−/, "-").replace(/^\+/, "");
  const plain = withPoint(bare)
    .replace(/^(-?)\./, "$10.")
    .replace(/\.$/, "")
    .replace(/^(-?)0+(?=\d)/, "$1");
  return DECIMAL.test(plain) ? plain : undefined;
}

function withPoint(text: string): string {
  const comma = text.lastIndexOf(",");
  const point = text.lastIndexOf(".");
  if (comma >= 0 && point >= 0) {
    return comma > point ? joinAt(text, comma) : joinAt(text, point);
  }
  if (comma >= 0) {
    return isGrouped(text, ",") ? text.replaceAll(",", "") : text.replace(",", ".");
  }
  // One point is always the decimal one, because that is how a value is shown again.
  return text.indexOf(".") !== point && isGrouped(text, ".") ? text.replaceAll(".", "") : text;
}

/** The last mark is the decimal one, all before it group. */
function joinAt(text: string, at: number): string {
  return `${text.slice(0, at).replace(/[.,]/g, "")}.${text.slice(at + 1)}`;
}

function isGrouped(text: string, mark: string): boolean {
  const [first = "", ...groups] = text.replace(/^-/, "").split(mark);
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
}

/** "55200.00" as "55 200.00", to be read and not to be typed. */
export function groupDigits(decimal: string): string {
  const [whole = "", ...rest] = decimal.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, "\u202f"), ...rest].join(".");
}
