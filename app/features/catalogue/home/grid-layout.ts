export type Compartment = { wide: boolean; small: boolean; count: number };

/**
 * How many columns each compartment of the case gets, so that every row is full. Landscape sheets need two
 * columns, cards are content with one, and what is left over goes to the compartments that hold most.
 */
export function layOutCase(compartments: readonly Compartment[], columns: number): number[] {
  const spans: number[] = [];
  let start = 0;
  while (start < compartments.length) {
    const row: number[] = [];
    let at = start;
    let sum = 0;
    while (at < compartments.length && sum < columns) {
      const span = wish(compartments[at], columns);
      row.push(span);
      sum += span;
      at++;
    }
    balance(row, compartments.slice(start, at), columns);
    spans.push(...row);
    start = at;
  }
  return spans;
}

function wish(compartment: Compartment | undefined, columns: number): number {
  if (columns <= 2) return 1;
  if (compartment?.wide) return 2;
  return compartment?.small || compartment?.count === 1 ? 1 : 2;
}

/** Widens the fullest, or narrows those that can bear it, until the row is exactly full. */
function balance(row: number[], held: readonly Compartment[], columns: number): void {
  const fullest = held.map((_, i) => i).sort((a, b) => (held[b]?.count ?? 0) - (held[a]?.count ?? 0));
  // Whoever has most sheets still hidden; cards and landscape sheets gain nothing from more width.
  const hidden = (i: number) =>
    held[i]?.small || held[i]?.wide ? -i - 9 : (held[i]?.count ?? 0) - (row[i] ?? 0);
  for (let spare = columns - row.reduce((a, b) => a + b, 0); spare > 0; spare--) {
    const at = fullest.reduce((best, i) => (hidden(i) > hidden(best) ? i : best), fullest[0] ?? 0);
    row[at] = (row[at] ?? 0) + 1;
  }
  for (let over = row.reduce((a, b) => a + b, 0) - columns; over > 0; over--) {
    const at = fullest.toReversed().find((i) => (row[i] ?? 0) > 1 && !held[i]?.wide) ?? row.length - 1;
    row[at] = (row[at] ?? 1) - 1;
  }
}
