import { createToken } from "../../server/accounts/access-tokens.ts";
import { promote } from "../../server/accounts/operators.ts";
import { COMMAND_LINE } from "../../server/actions/action-log.ts";
import type { Scope } from "../../server/request/viewer.ts";
import { withDatabase } from "./database-schema.ts";
import type { Place } from "./databases.ts";
import { aPerson, type Call, type Person } from "./people.ts";

/** A person who has just signed in and was promoted, as `typecase user promote` does. */
export async function anOperator(call: Call, place: Pick<Place, "environment">): Promise<Person> {
  const person = await aPerson(call);
  await withDatabase(place, (database) => promote(database, person.email, COMMAND_LINE));
  return person;
}

/** The header of a program with an access token, as `typecase token create` makes one. */
export async function aToken(
  place: Pick<Place, "environment">,
  scope: Scope,
  endsAt = new Date("2100-01-01"),
) {
  const name = `token ${++made}`;
  const { token } =
    (await withDatabase(place, (database) => createToken(database, { name, scope, endsAt }, COMMAND_LINE))) ??
    {};
  return { authorization: `Bearer ${token}` };
}

let made = 0;
