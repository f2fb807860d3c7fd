import { readMissedSearches } from "../server/catalogue/statistics/missed-searches.ts";
import { type Command, UsageError } from "./commands.ts";
import { withDatabase } from "./resources.ts";

const MAX = 10_000;

/** What people looked for and the library has not. */
export const searches: Command = {
  name: "searches",
  takes: "[--most 50]",
  does: "Lists searches without results, the most frequent first: queries and days, no names.",
  options: { most: { type: "string", default: "50" } },
  async run({ values, terminal }) {
    const most = Number(values.most);
    if (!Number.isInteger(most) || most < 1 || most > MAX)
      throw new UsageError(`Give the number of searches: --most 50, at most ${MAX}`);
    const missed = await withDatabase(({ db }) => readMissedSearches(db, most));
    if (missed.length === 0) terminal.print("Every search found something so far.");
    for (const { words, times, last_day } of missed)
      terminal.print(`${String(times).padStart(6)}  ${words}  (last on ${last_day})`);
    return 0;
  },
};
