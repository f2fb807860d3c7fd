import { readActions } from "../server/actions/action-log.ts";
import { type Command, UsageError } from "./commands.ts";
import { withDatabase } from "./resources.ts";

const MAX = 10_000;

/** Reads the log of actions; nothing can change it. */
export const actions: Command = {
  name: "actions",
  takes: "[--last 50] [--until 2026-12-31]",
  does: "Shows who did what to people, templates and tokens, the newest first. Ids only.",
  options: { last: { type: "string", default: "50" }, until: { type: "string" } },
  async run({ values, terminal }) {
    const last = Number(values.last);
    if (!Number.isInteger(last) || last < 1 || last > MAX)
      throw new UsageError(`Give the number of actions: --last 50, at most ${MAX}`);
    const until = values.until === undefined ? undefined : new Date(String(values.until));
    if (until && Number.isNaN(until.getTime()))
      throw new UsageError("Give a date: --until 2026-12-31, or with a time, --until 2026-12-31T18:00:00Z");
    const lines = await withDatabase(({ db }) => readActions(db, last, until));
    if (lines.length === 0) terminal.print("Nothing has been put down yet.");
    for (const { at, actor_kind, actor_id, action, target_kind, target_id } of lines)
      terminal.print(`${at}  ${action}  ${named(target_kind, target_id)}  by ${named(actor_kind, actor_id)}`);
    return 0;
  },
};

function named(kind: string, id: string | null): string {
  return id ? `${kind} ${id}` : kind;
}
