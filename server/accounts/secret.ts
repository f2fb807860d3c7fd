import { randomBytes } from "node:crypto";
import type { Database } from "../database/connect.ts";

const NAME = "session_secret";

/** The key that signs sessions when none is set: made by whichever node comes first, and shared through the database. */
export async function keepSecret({ db }: Database): Promise<string> {
  await db
    .insertInto("kept_values")
    .values({ name: NAME, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await db
    .selectFrom("kept_values")
    .select("value")
    .where("name", "=", NAME)
    .executeTakeFirstOrThrow();
  return value;
}
