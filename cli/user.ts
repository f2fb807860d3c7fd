import {
  type AccountChange,
  demote,
  disable,
  enable,
  findAccount,
  promote,
  turnOffTwoFactor,
} from "../server/accounts/operators.ts";
import { makeResetLink } from "../server/accounts/reset-links.ts";
import { COMMAND_LINE } from "../server/actions/action-log.ts";
import { type Command, UsageError } from "./commands.ts";
import { withDatabase } from "./resources.ts";

function changeOf(verb: string, change: AccountChange, does: string, done: string): Command {
  return {
    name: `user ${verb}`,
    takes: "EMAIL",
    does,
    options: {},
    async run({ positionals, terminal }) {
      const email = requireEmail(positionals);
      const isThere = await withDatabase((database) => change(database, email, COMMAND_LINE));
      if (isThere) terminal.print(`${email} ${done}`);
      else terminal.complain(`There is no account of ${email}.`);
      return isThere ? 0 : 1;
    },
  };
}

function requireEmail(positionals: string[]): string {
  const [email, ...others] = positionals;
  if (!email || others.length > 0) throw new UsageError("Give the email address of one account");
  return email;
}

/** For a site that sends no mail: the operator hands the link over. */
const makeLink: Command = {
  name: "user reset-link",
  takes: "EMAIL",
  does: "Prints a link with which the person can choose a new password, once and within the hour.",
  options: {},
  async run({ positionals, terminal }) {
    const email = requireEmail(positionals);
    return withDatabase(async (database, { publicUrl, port }) => {
      const link = await makeResetLink(
        database,
        email,
        COMMAND_LINE,
        publicUrl ?? `http://localhost:${port}`,
      );
      if (!link) {
        terminal.complain(`There is no account of ${email}.`);
        return 1;
      }
      terminal.print(link);
      if (!publicUrl)
        terminal.complain(
          "PUBLIC_URL is not set: put the site's own address in place of the link's beginning.",
        );
      return 0;
    });
  },
};

/** An account with an unconfirmed address may not belong to the owner of the address. */
const promoteUser: Command = {
  name: "user promote",
  takes: "EMAIL [--yes]",
  does: "Makes the account an operator's: it may change templates and types. Asks for --yes where the address was never confirmed.",
  options: { yes: { type: "boolean" } },
  async run({ positionals, values, terminal }) {
    const email = requireEmail(positionals);
    return withDatabase(async (database) => {
      const account = await findAccount(database, email);
      if (!account) {
        terminal.complain(`There is no account of ${email}.`);
        return 1;
      }
      if (!account.isConfirmed && !values.yes) {
        terminal.complain(
          `The address ${account.email} is not confirmed: the account "${account.name}", created on ${account.made}, may belong to someone else. Nothing was changed. If you know whose account it is, run the command again with --yes.`,
        );
        return 1;
      }
      await promote(database, email, COMMAND_LINE);
      terminal.print(`${account.email} is an operator now`);
      return 0;
    });
  },
};

export const userCommands: Command[] = [
  promoteUser,
  changeOf("demote", demote, "Makes an operator's account a person's again.", "is no operator any more"),
  changeOf(
    "disable",
    disable,
    "Ends the account's sessions and lets no new one begin.",
    "can't sign in any more",
  ),
  changeOf("enable", enable, "Lets a disabled account sign in again.", "can sign in again"),
  changeOf(
    "two-factor-off",
    turnOffTwoFactor,
    "Turns off two-factor sign-in, for someone who has lost their device and their recovery codes.",
    "can sign in with the password alone",
  ),
  makeLink,
];
