import { appendFileSync } from "node:fs";

/**
 * `npm test -- faults --table` runs long rounds and prints a line for each fault: what was done, how often, what was acknowledged and
 * what was lost. Tests say so here; without the table their rounds are short and nothing is written.
 */
type FaultLine = {
  fault: string;
  times: number;
  /** What was done meanwhile and acknowledged. */
  acknowledged: string;
  /** Of what was acknowledged, and requests that failed although none may. */
  lost: number;
};

const FILE = process.env.FAULT_TABLE;

/** How often: seldom in `npm test`, often for the table. `FAULT_SHARE` makes the latter shorter, on a machine that has other things to do. */
export function faultRounds({ short, long }: { short: number; long: number }): number {
  const share = Number(process.env.FAULT_SHARE ?? 1);
  return FILE ? Math.max(short, Math.round(long * share)) : short;
}

/** As soon as what was lost is counted, before it is judged: a table of failed tests says what they lost. */
export function noteFault(line: FaultLine): void {
  if (FILE) appendFileSync(FILE, `${JSON.stringify(line)}\n`);
}

/** How many of those that were acknowledged are not there afterwards under the id that was answered. */
export function countLost(
  acknowledged: ReadonlyMap<string, string>,
  stored: ReadonlyMap<string, string>,
): number {
  return [...acknowledged].filter(([title, id]) => stored.get(title) !== id).length;
}
