/**
 * How often something was used, in words that stay true for a while: from ten on rounded down, and said to be more. Nothing when it
 * never was. Pages that show it are made again when the words change (server/catalogue/changes.ts).
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
