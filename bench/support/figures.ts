import { appendFileSync } from "node:fs";
import { median } from "./load.ts";

/** One line of the page that `npm run bench` prints. */
export type Figure = {
  what: string;
  ours: number;
  unit: string;
  /** The peer, measured in the same run; the bar then applies to the ratio. */
  peer?: { name: string; value: number };
  /** To the peer, where it is the median of pairs of rounds. */
  ratio?: number;
  bar?: { min: number } | { max: number };
  /** The noise of the measurement as a share of it. */
  noise?: number;
  /** Processor time per operation, ours and the peer's. */
  processorMs?: { ours: number; peer?: number };
};

const FILE = process.env.BENCH_FIGURES;
const problems: string[] = [];

/** The judged value: the ratio to the peer if there is one. */
export function judgedValue({ ours, peer, ratio }: Figure): number {
  return ratio ?? (peer ? ours / peer.value : ours);
}

/** A bar is missed when it is missed by more than the noise, or when there is no figure. */
export function isMissed(figure: Figure): boolean {
  const { bar, noise = 0 } = figure;
  if (!bar) return false;
  const value = judgedValue(figure);
  return "min" in bar ? !(value >= bar.min * (1 - noise)) : !(value <= bar.max * (1 + noise));
}

export function note(figure: Figure): void {
  if (FILE) appendFileSync(FILE, `${JSON.stringify(figure)}\n`);
  const shown = describe(figure);
  console.log(shown);
  if (isMissed(figure)) problems.push(shown);
}

/** A count that must be zero, such as failed requests. */
export function complain(problem: string): void {
  problems.push(problem);
}

/** Exits with 1 when a bar was missed. */
export function finish(): never {
  for (const problem of problems) console.error(`missed: ${problem}`);
  if (FILE) for (const problem of problems) appendFileSync(FILE, `${JSON.stringify({ problem })}\n`);
  process.exit(problems.length > 0 ? 1 : 0);
}

function describe(figure: Figure): string {
  const { what, ours, unit, peer, bar, noise, processorMs } = figure;
  const parts = [`${what}: ${round(ours)} ${unit}`.trim()];
  if (peer) parts.push(`${peer.name} ${round(peer.value)}`, `ratio ${round(judgedValue(figure))}`);
  if (processorMs) {
    const other = processorMs.peer === undefined ? "" : ` and ${round(processorMs.peer)}`;
    parts.push(`processor ${round(processorMs.ours)}${other} ms`);
  }
  if (bar) parts.push("min" in bar ? `bar at least ${bar.min}` : `bar at most ${bar.max}`);
  if (noise !== undefined) parts.push(`noise ${(noise * 100).toFixed(0)} %`);
  return parts.join("; ");
}

/** Three significant digits. */
export function round(value: number): string {
  if (!Number.isFinite(value)) return "none";
  const size = Math.abs(value);
  return value.toLocaleString("en", {
    maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4,
  });
}

/** Half of the spread of the rounds, as a share of their median. */
export function noiseOf(rounds: readonly number[]): number {
  if (rounds.length < 2) return 0;
  return (Math.max(...rounds) - Math.min(...rounds)) / 2 / median([...rounds]);
}

const OUTSIDE = 0.025; // on either side: an interval of 95 %

/**
 * The noise of a median: half of its 95 % interval as a share of it. Unlike the spread, it falls with every round. The interval is found
 * by counting ranks, whatever the distribution is; below six values it is the spread.
 */
export function noiseOfMedian(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  // How likely it is that so few of the values are below the true median: a coin is thrown for each.
  let left = 0;
  let exactly = 0.5 ** sorted.length;
  let atMost = exactly;
  while (atMost + exactly * ((sorted.length - left) / (left + 1)) <= OUTSIDE) {
    exactly *= (sorted.length - left) / (left + 1);
    atMost += exactly;
    left += 1;
  }
  const [low = Number.NaN, high = Number.NaN] = [sorted[left], sorted.at(-1 - left)];
  return (high - low) / 2 / median(sorted);
}

const GROUPS = 5;

/** The noise of a percentile or median of many samples, from five consecutive parts. */
export function noiseWithin(
  samples: readonly number[],
  statistic: (values: number[]) => number = median,
): number {
  const size = Math.floor(samples.length / GROUPS);
  if (size === 0) return 0;
  return noiseOf(
    Array.from({ length: GROUPS }, (_, at) => statistic(samples.slice(at * size, (at + 1) * size))),
  );
}

/** The noise of a ratio whose sides were measured in turns. */
export function noiseOfRatio(ours: readonly number[], theirs: readonly number[]): number {
  return noiseOf(ours.map((each, at) => each / (theirs[at] ?? Number.NaN)));
}
