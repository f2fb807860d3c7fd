import { appendFileSync } from "node:fs";

/**
 * `npm test -- faults --table` runs long rounds and prints a line for each fault: what was done, how often,
 * what was acknowledged and what was lost. Tests report it here; without the table their rounds are short and
 * nothing is written.
 */
type FaultLine = {
  fault: string;
  times: number;
  /** What was done and acknowledged in the meantime. */
  acknowledged: string;
  /** Lost although acknowledged, and failed requests. */
  lost: number;
};

const FILE = process.env.FAULT_TABLE;

/** The number of rounds: few in `npm test`, many for the table. `FAULT_SHARE` shortens the latter. */
export function faultRounds({ short, long }: { short: number; long: number }): number {
  const share = Number(process.env.FAULT_SHARE ?? 1);
  return FILE ? Math.max(short, Math.round(long * share)) : short;
}

/**
 * Called as soon as the loss is counted, before the assertion: the table of failed tests shows what they
 * lost.
 */
export function noteFault(line: FaultLine): void {
  if (FILE) appendFileSync(FILE, `${JSON.stringify(line)}\n`);
}

/** How many acknowledged records are missing afterwards under their returned id. */
export function countLost(
  acknowledged: ReadonlyMap<string, string>,
  stored: ReadonlyMap<string, string>,
): number {
  return [...acknowledged].filter(([title, id]) => stored.get(title) !== id).length;
}
