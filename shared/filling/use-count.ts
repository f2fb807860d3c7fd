/** How often something was used, as a number that stays true for a while: from ten on it is rounded down. */
export function roundUses(used: number): { times: number; isMore: boolean } {
  const step = used < 10 ? 1 : used < 100 ? 10 : 10 ** (Math.floor(Math.log10(used)) - 1); // two digits above a hundred
  const times = Math.floor(used / step) * step;
  return { times, isMore: times < used };
}

/** Whether the last use has changed what is shown. Pages that show it are then rendered again. */
export function isShownDifferently(used: number): boolean {
  const [now, before] = [roundUses(used), roundUses(used - 1)];
  return now.times !== before.times || now.isMore !== before.isMore;
}
