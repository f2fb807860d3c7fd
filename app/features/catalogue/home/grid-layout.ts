type Tile = { wide: boolean; small: boolean; count: number };

/**
 * How many columns each tile of the grid gets, so that every row is full. Landscape sheets need two columns,
 * cards one; the rest goes to the tiles with the most templates.
 */
export function layOutGrid(tiles: readonly Tile[], columns: number): number[] {
  const spans: number[] = [];
  let start = 0;
  while (start < tiles.length) {
    const row: number[] = [];
    let at = start;
    let sum = 0;
    while (at < tiles.length && sum < columns) {
      const span = wantedSpan(tiles[at], columns);
      row.push(span);
      sum += span;
      at++;
    }
    balance(row, tiles.slice(start, at), columns);
    spans.push(...row);
    start = at;
  }
  return spans;
}

function wantedSpan(tile: Tile | undefined, columns: number): number {
  if (columns <= 2) return 1;
  if (tile?.wide) return 2;
  return tile?.small || tile?.count === 1 ? 1 : 2;
}

/** Widens the fullest tiles, or narrows others, until the row is exactly full. */
function balance(row: number[], tiles: readonly Tile[], columns: number): void {
  const fullest = tiles.map((_, i) => i).sort((a, b) => (tiles[b]?.count ?? 0) - (tiles[a]?.count ?? 0));
  // The tile with the most hidden sheets; cards and landscape sheets gain nothing from more width.
  const hidden = (i: number) =>
    tiles[i]?.small || tiles[i]?.wide ? -i - 9 : (tiles[i]?.count ?? 0) - (row[i] ?? 0);
  for (let spare = columns - row.reduce((a, b) => a + b, 0); spare > 0; spare--) {
    const at = fullest.reduce((best, i) => (hidden(i) > hidden(best) ? i : best), fullest[0] ?? 0);
    row[at] = (row[at] ?? 0) + 1;
  }
  for (let over = row.reduce((a, b) => a + b, 0) - columns; over > 0; over--) {
    const at = fullest.toReversed().find((i) => (row[i] ?? 0) > 1 && !tiles[i]?.wide) ?? row.length - 1;
    row[at] = (row[at] ?? 1) - 1;
  }
}
