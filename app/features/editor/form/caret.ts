/** Where a caret belongs once the text has become another: before the same words if they are still there, else as far from the start. */
export function caretAfter(before: string, after: string, caret: number): number {
  const behind = before.slice(caret);
  return after.endsWith(behind) ? after.length - behind.length : Math.min(caret, after.length);
}
