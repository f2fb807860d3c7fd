import { createToken, type ListedToken, listTokens, revokeToken } from "../server/accounts/access-tokens.ts";
import { COMMAND_LINE } from "../server/actions/action-log.ts";
import { SCOPES, type Scope } from "../server/request/viewer.ts";
import { type Command, UsageError } from "./commands.ts";
import { withDatabase } from "./resources.ts";

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;

const createCommand: Command = {
  name: "token create",
  takes: `NAME --scope ${SCOPES.join("|")} --ends 2027-01-31`,
  does: "Makes an access token for a program, and shows it this once. It works until the end of that day (UTC).",
  options: { scope: { type: "string" }, ends: { type: "string" } },
  async run({ positionals, values, terminal }) {
    const name = requireName(positionals);
    const scope = readScope(values.scope);
    const endsAt = readEnd(values.ends, new Date());
    const made = await withDatabase((database) =>
      createToken(database, { name, scope, endsAt }, COMMAND_LINE),
    );
    if (!made) {
      terminal.complain(`There is already a token called ${name}. Revoke it first or choose another name.`);
      return 1;
    }
    terminal.print(made.token);
    terminal.complain(
      `Copy it now: it can't be shown again. ${name} may do ${scope} until ${dayOf(endsAt.toISOString())}. Send it as "Authorization: Bearer …".`,
    );
    return 0;
  },
};

const listCommand: Command = {
  name: "token list",
  takes: "",
  does: "Lists the access tokens: scope, end, last use, and whether they still work.",
  options: {},
  async run({ terminal }) {
    const tokens = await withDatabase(listTokens);
    if (tokens.length === 0) terminal.print("There are no access tokens.");
    for (const token of tokens) terminal.print(describe(token, new Date().toISOString()));
    return 0;
  },
};

const revokeCommand: Command = {
  name: "token revoke",
  takes: "NAME",
  does: "Ends an access token at once. Its id works as well as its name.",
  options: {},
  async run({ positionals, terminal }) {
    const name = requireName(positionals);
    const isRevoked = await withDatabase((database) => revokeToken(database, name, COMMAND_LINE));
    if (isRevoked) terminal.print(`${name} no longer works`);
    else terminal.complain(`There is no token called ${name} that still works.`);
    return isRevoked ? 0 : 1;
  },
};

export const tokenCommands: Command[] = [createCommand, listCommand, revokeCommand];

function requireName(positionals: string[]): string {
  const [name, ...others] = positionals;
  if (!name || others.length > 0) throw new UsageError("Give the name of one token");
  if (!NAME.test(name))
    throw new UsageError("A name has at most 60 letters, digits, spaces, dots, hyphens and underscores");
  return name;
}

function readScope(given: unknown): Scope {
  const scope = SCOPES.find((each) => each === given);
  if (!scope) throw new UsageError(`Give its scope: --scope ${SCOPES.join(" or --scope ")}`);
  return scope;
}

function readEnd(given: unknown, now: Date): Date {
  const end = new Date(
    typeof given === "string" && /^\d{4}-\d\d-\d\d$/.test(given) ? `${given}T23:59:59.999Z` : "",
  );
  if (Number.isNaN(end.getTime())) throw new UsageError("Give its last day: --ends 2027-01-31");
  if (end <= now) throw new UsageError(`${given} has passed; a token has to end later than today`);
  return end;
}

function describe(token: ListedToken, now: string): string {
  const state = token.revoked_at
    ? `revoked ${dayOf(token.revoked_at)}`
    : `${token.ends_at <= now ? "ended" : "until"} ${dayOf(token.ends_at)}`;
  const use = token.last_used_at ? `last used ${dayOf(token.last_used_at)}` : "never used";
  return [token.name, token.scope, state, use, token.id].join("  ");
}

function dayOf(moment: string): string {
  return moment.slice(0, 10);
}
