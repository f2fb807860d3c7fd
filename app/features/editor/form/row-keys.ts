/** Rows have no ids, so each gets a key that it keeps while it is edited, moved or restored by undo. */
type KeyedRows = { rows: readonly unknown[]; keys: readonly string[] };

let made = 0;

export function makeRowKey(): string {
  made += 1;
  return `row-${made}`;
}

export function keyRows(rows: readonly unknown[]): KeyedRows {
  return { rows, keys: rows.map(makeRowKey) };
}

/** Unchanged rows keep their keys wherever they moved; changed rows take the remaining keys in order. */
export function reuseKeys(before: KeyedRows, rows: readonly unknown[]): KeyedRows {
  const free = new Set(before.keys.keys());
  const keys: (string | undefined)[] = new Array(rows.length).fill(undefined);
  const give = (index: number, from: number) => {
    keys[index] = before.keys[from];
    free.delete(from);
  };
  const texts = before.rows.map((row) => JSON.stringify(row));
  const unmoved = (row: unknown, index: number) =>
    free.has(index) && (row === before.rows[index] || JSON.stringify(row) === texts[index]);
  for (const [index, row] of rows.entries()) if (unmoved(row, index)) give(index, index);
  for (const [index, row] of rows.entries()) {
    if (keys[index] !== undefined) continue;
    const text = JSON.stringify(row);
    const from = [...free].find((old) => texts[old] === text);
    if (from !== undefined) give(index, from);
  }
  for (const index of rows.keys()) {
    if (keys[index] !== undefined) continue;
    const from = free.has(index) ? index : [...free][0];
    if (from !== undefined && rows.length >= before.rows.length) give(index, from);
  }
  // Returns the same array while no row is added, removed or moved, so that typing doesn't render the list again.
  const isSame = keys.length === before.keys.length && keys.every((key, index) => key === before.keys[index]);
  return { rows, keys: isSame ? before.keys : keys.map((key) => key ?? makeRowKey()) };
}

export function moveRow<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const next = [...rows];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
