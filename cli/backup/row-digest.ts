import { hash } from "node:crypto";

/** A value as both databases have it: dates are text and flags are numbers here. */
type Value = null | number | string | Uint8Array;
export type Row = Record<string, Value>;

/** How many rows a table has, and a hash of all that is in them. */
type Digest = { rows: number; hash: string };
export type Digests = Record<string, Digest>;

/**
 * Adds up rows in any order, because databases sort differently. No two rows of a table are equal (each has a
 * key), so none cancels another out.
 */
export function createDigest(): { add(row: Row): void; result(): Digest } {
  const sum = Buffer.alloc(32);
  let rows = 0;
  return {
    add: (row) => {
      const own = hash("sha256", textOf(row), "buffer");
      for (let at = 0; at < sum.length; at++) sum[at] = Number(sum[at]) ^ Number(own[at]);
      rows++;
    },
    result: () => ({ rows, hash: sum.toString("hex") }),
  };
}

function textOf(row: Row): string {
  const entries = Object.keys(row)
    .sort()
    .map((name) => {
      const value = row[name] ?? null;
      return [name, value instanceof Uint8Array ? { sha256: hash("sha256", value) } : value];
    });
  return JSON.stringify(entries);
}

/** The tables in which two databases differ. */
export function differences(one: Digests, other: Digests): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => {
    const [mine, theirs] = [one[name], other[name]];
    return mine?.rows !== theirs?.rows || mine?.hash !== theirs?.hash;
  });
}
