/**
 * Exact decimal arithmetic for money. A value is an integer with a number of decimals: 12.50 is { units: 1250n, scale: 2 }. Binary
 * fractions would print a cent too much or too little.
 */
export type Decimal = { units: bigint; scale: number };

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/;

export const ZERO: Decimal = { units: 0n, scale: 0 };

/** Of a text such as "-12.50"; undefined for anything else, including exponents and group separators. */
export function parseDecimal(text: string | undefined): Decimal | undefined {
  const [matched, sign, whole, fraction = ""] = DECIMAL.exec(text?.trim() ?? "") ?? [];
  if (matched === undefined) return undefined;
  const units = BigInt(`${whole}${fraction}`);
  return { units: sign === "-" ? -units : units, scale: fraction.length };
}

/** The value of an amount, or zero where there is none. */
export function decimalOf(text: string | undefined): Decimal {
  return parseDecimal(text) ?? ZERO;
}

export function add(...values: Decimal[]): Decimal {
  return sum(values);
}

/** Of a list of any length; more than about 100,000 values can't be handed over as arguments. */
export function sum(values: Iterable<Decimal>): Decimal {
  let { units, scale } = ZERO;
  for (const value of values) {
    const wanted = Math.max(scale, value.scale);
    units = unitsAt({ units, scale }, wanted) + unitsAt(value, wanted);
    scale = wanted;
  }
  return { units, scale };
}

export function negate({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

export function subtract(from: Decimal, value: Decimal): Decimal {
  return add(from, negate(value));
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/** Rounded to `scale` decimals, half away from zero. */
export function divide(dividend: Decimal, divisor: Decimal, scale: number): Decimal {
  if (divisor.units === 0n) throw new RangeError("a division by zero");
  const shift = scale + divisor.scale - dividend.scale;
  const numerator = shift >= 0 ? dividend.units * 10n ** BigInt(shift) : dividend.units;
  const denominator = shift >= 0 ? divisor.units : divisor.units * 10n ** BigInt(-shift);
  return { units: roundedQuotient(numerator, denominator), scale };
}

/** Half away from zero, as the kit rounds on the page. */
export function round(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return { units: unitsAt(value, scale), scale };
  return { units: roundedQuotient(value.units, 10n ** BigInt(value.scale - scale)), scale };
}

export function compare(a: Decimal, b: Decimal): number {
  const { units } = subtract(a, b);
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}

export function isZero({ units }: Decimal): boolean {
  return units === 0n;
}

export function isNegative({ units }: Decimal): boolean {
  return units < 0n;
}

/** With all its decimals: "12.50". */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale > 0 ? `.${digits.slice(-scale)}` : "";
  return `${units < 0n ? "-" : ""}${whole}${fraction}`;
}

/** Without zeros at the end: "12.5", "19". */
export function formatShort(value: Decimal): string {
  const text = formatDecimal(value);
  return value.scale > 0 ? text.replace(/\.?0+$/, "") : text;
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return scale === wanted ? units : units * 10n ** BigInt(wanted - scale);
}

function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  const isNegativeResult = numerator < 0n !== denominator < 0n;
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const rounded = (2n * n + d) / (2n * d);
  return isNegativeResult ? -rounded : rounded;
}
