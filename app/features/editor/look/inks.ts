/** Accents that print well and carry white or black words, offered beside the template's own. */
export const INKS = [
  "#1f4fd8",
  "#0f766e",
  "#3f6212",
  "#b45309",
  "#c2410c",
  "#be123c",
  "#7e22ce",
  "#334155",
] as const;

/** "1f4fd8", "#1F4FD8" and "#14d" are one colour; anything else is none. */
export function readColour(text: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (!digits) return undefined;
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join("")}`;
}
