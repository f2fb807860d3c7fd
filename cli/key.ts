import { acceptSigningKey } from "../server/accounts/signing-key.ts";
import { COMMAND_LINE } from "../server/actions/action-log.ts";
import { type Command, UsageError } from "./commands.ts";
import { withDatabase } from "./resources.ts";

export const acceptKey: Command = {
  name: "key accept",
  takes: "",
  does: "Makes the signing key of this machine the database's and ends all sessions; servers have to be stopped.",
  options: {},
  async run({ positionals, terminal }) {
    if (positionals.length > 0) throw new UsageError("This takes nothing");
    await withDatabase((database, settings) => acceptSigningKey({ database, settings, actor: COMMAND_LINE }));
    terminal.print("The signing key of this machine is accepted. Everyone has to sign in again.");
    return 0;
  },
};
