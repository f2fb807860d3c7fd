import { plural } from "@lingui/core/macro";
import { roundUses } from "../../../../shared/filling/use-count.ts";

/** How often a template was used, in a sentence. Undefined if it was never used. */
export function formatUses(used: number): string | undefined {
  if (used < 1) return undefined;
  const { times, isMore } = roundUses(used);
  if (isMore) return plural(times, { one: "Used more than # time", other: "Used more than # times" });
  return plural(times, { one: "Used once", other: "Used # times" });
}
