import { plural, t } from "@lingui/core/macro";
import type { Placement } from "../../../../contract/rendering/print-sheets.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";

/** "4 per sheet", "2 per sheet, at 94%" */
export function describePlacement({ places, scale }: Pick<Placement, "places" | "scale">): string {
  const count = places.length;
  const perSheet = plural(count, { one: "# per sheet", other: "# per sheet" });
  if (scale >= 1) return perSheet;
  const percent = formatNumber(scale, { style: "percent" });
  return t`${perSheet}, at ${percent}`;
}
