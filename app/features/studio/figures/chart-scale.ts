/** Positions of days and values in a chart, in units of its view box. */
export const CHART = { width: 1128, height: 230, left: 52, right: 1104, top: 14, bottom: 200 };

/** Round axis values up to at least the highest: 261 gives 0, 100, 200, 300. */
export function roundSteps(highest: number): number[] {
  const raw = Math.max(1, highest) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((each) => each * power >= raw) ?? 10) * power);
  const whole = Math.ceil(step);
  const count = Math.max(1, Math.ceil(highest / whole));
  return Array.from({ length: count + 1 }, (_, place) => place * whole);
}

export function xOf(place: number, count: number): number {
  const { left, right } = CHART;
  return count < 2 ? (left + right) / 2 : left + (place * (right - left)) / (count - 1);
}

export function yOf(value: number, highest: number): number {
  const { top, bottom } = CHART;
  return bottom - (value / highest) * (bottom - top);
}

const LINE = 15; // height of a label

/** Baselines of the labels next to two dots: the higher value's above the lower one's, below the day's name, above the axis. */
export function labelHeights(first: number, second: number, highest: number): [number, number] {
  const { top, bottom } = CHART;
  const [high, low] = [yOf(Math.max(first, second), highest), yOf(Math.min(first, second), highest)];
  const above = Math.max(high - 4, top + LINE);
  const lower = Math.min(Math.max(low + 4, above + LINE), bottom - 4);
  const upper = Math.min(above, lower - LINE);
  return first >= second ? [upper, lower] : [lower, upper];
}

export function lineOf(values: readonly number[], highest: number): string {
  const points = values.map(
    (value, place) => `${xOf(place, values.length).toFixed(1)} ${yOf(value, highest).toFixed(1)}`,
  );
  return points.length === 0 ? "" : `M${points.join("L")}`;
}

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
export const isMonday = (day: string) => weekday(day) === 1;

/** The weekends, each from half a day before to half a day after. */
export function weekends(days: readonly string[]): { x: number; width: number }[] {
  const half = days.length < 2 ? 0 : (xOf(1, days.length) - xOf(0, days.length)) / 2;
  const found: { x: number; width: number }[] = [];
  for (let place = 0; place < days.length; place++) {
    const isSaturday = weekday(days[place] ?? "") === 6;
    const isFirstSunday = place === 0 && weekday(days[place] ?? "") === 0;
    if (!isSaturday && !isFirstSunday) continue;
    const last = isSaturday ? Math.min(place + 1, days.length - 1) : place;
    const from = Math.max(CHART.left, xOf(place, days.length) - half);
    const to = Math.min(CHART.right, xOf(last, days.length) + half);
    found.push({ x: from, width: to - from });
  }
  return found;
}

/** The day with the highest value; the last of several. */
export function highestPlace(values: readonly number[]): number {
  return values.reduce((best, value, place) => (value >= (values[best] ?? 0) ? place : best), 0);
}

/** The day under a pointer at a horizontal share (0 to 1) of the chart. */
export function placeAt(across: number, count: number): number {
  const { width, left, right } = CHART;
  const place = Math.round(((across * width - left) / (right - left)) * (count - 1));
  return Math.min(Math.max(place, 0), count - 1);
}
