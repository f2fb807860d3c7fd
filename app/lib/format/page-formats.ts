import { plural, t } from "@lingui/core/macro";
import { formatNumber } from "../i18n/intl.ts";

/** "3 more", at the end of a list. */
export function formatMore(count: number): string {
  return t({
    message: plural(count, { one: "# more", other: "# more" }),
    context: "last item of a list",
  });
}

/** "Name; Street and 2 more": labels may have commas. */
export function formatFirst(labels: readonly string[], max: number): string {
  const named = labels.slice(0, max).join("; ");
  const more = labels.length - max;
  return more > 0 ? plural(more, { one: `${named} and # more`, other: `${named} and # more` }) : named;
}

/** "210 × 297 mm" */
export function formatMillimetres({ width, height }: { width: number; height: number }): string {
  const sides = { width: formatNumber(Math.round(width)), height: formatNumber(Math.round(height)) };
  return t`${{ width: sides.width }} × ${{ height: sides.height }} mm`;
}

/** "3.5 × 2 in" */
export function formatInches({ width, height }: { width: number; height: number }): string {
  const inches = (length: number) => formatNumber(length / 25.4, { maximumFractionDigits: 2 });
  const sides = { width: inches(width), height: inches(height) };
  return t`${{ width: sides.width }} × ${{ height: sides.height }} in`;
}

/** "3 MB", rounded up. */
export function formatMegabytes(bytes: number): string {
  return formatNumber(Math.ceil(bytes / 1_048_576), { style: "unit", unit: "megabyte" });
}

/** Between the quotation marks of the page's language. */
export function quote(text: string): string {
  return t`“${text}”`;
}
