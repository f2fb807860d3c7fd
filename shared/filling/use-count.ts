/**
 * How often something was used, in a sentence that stays true for a while: from ten on it is rounded down. Undefined if it was
 * never used. Pages that show it are rendered again when the sentence changes (server/catalogue/changes.ts).
 */
export function formatUses(used: number): string | undefined {
  if (used < 1) return undefined;
  if (used === 1) return "Used once";
  const rounded = roundDown(used);
  const times = `${rounded.toLocaleString("en")} times`;
  return rounded === used ? `Used ${times}` : `Used more than ${times}`;
}

/** To tens below a hundred, to two digits above. */
function roundDown(used: number): number {
  const step = used < 10 ? 1 : used < 100 ? 10 : 10 ** (Math.floor(Math.log10(used)) - 1);
  return Math.floor(used / step) * step;
}
