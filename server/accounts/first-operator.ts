import { createHash, randomBytes } from "node:crypto";
import type { TranslatedLanguage } from "../../contract/site/interface-languages.ts";
import { recordActions } from "../actions/action-log.ts";
import type { Database, Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { storeSiteSettings } from "../site/site-settings.ts";
import { addressTaken, deadLink } from "./errors.ts";
import { storeLanguage } from "./language.ts";

/**
 * The row of `kept_values` with the hash of the only working link: a copy of the database can't be used to
 * open the library.
 */
const LINK_ROW = "setup_link";

/**
 * Without an operator, the secret of a new link, which invalidates all earlier ones on every node; undefined
 * if there is an operator.
 */
export async function makeSetupLink({ db }: Pick<Database, "db">): Promise<string | undefined> {
  const secret = randomBytes(32).toString("base64url");
  const value = hashOf(secret);
  return db.transaction().execute(async (db) => {
    await forgetSetupLink(db);
    if (await hasOperator(db)) return undefined;
    await db
      .insertInto("kept_values")
      .values({ name: LINK_ROW, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
    return secret;
  });
}

/** With the first operator it is over, also should there be none again one day. */
export async function forgetSetupLink(db: Db): Promise<void> {
  await db.deleteFrom("kept_values").where("name", "=", LINK_ROW).execute();
}

/** Whether the library could be opened with this link. Looking at it does not use it up. */
export async function isSetupLinkAlive({ db }: Pick<Database, "db">, secret: string): Promise<boolean> {
  const found = await db
    .selectFrom("kept_values")
    .select("name")
    .where("name", "=", LINK_ROW)
    .where("value", "=", hashOf(secret))
    .executeTakeFirst();
  return found !== undefined && !(await hasOperator(db));
}

export type NewAccount = {
  name: string;
  email: string;
  /** Null: they choose one with a link. */
  passwordHash: string | null;
  isVerified: boolean;
  language: TranslatedLanguage | undefined;
};

type Opening = {
  secret: string;
  /** The account that is signed in, by its id, or one that is made now. */
  who: string | NewAccount;
  /** Undefined if it is set in the environment. */
  libraryName: string | undefined;
  contactEmail: string | undefined;
};

/**
 * Uses the link: creates the account, its role and the library's name, or nothing. Of two concurrent uses the
 * second finds it used.
 */
export async function openLibrary(
  database: Database,
  opening: Opening,
  /** What else belongs into the transaction. */
  within: (db: Db) => Promise<void>,
  now = new Date(),
): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom("kept_values")
      .where("name", "=", LINK_ROW)
      .where("value", "=", hashOf(opening.secret))
      .executeTakeFirst();
    if (numDeletedRows === 0n || (await hasOperator(db))) throw deadLink();
    const { who } = opening;
    const id = typeof who === "string" ? who : await createAccount({ ...database, db }, who, now);
    await db.updateTable("auth_user").set({ role: "operator" }).where("id", "=", id).execute();
    await storeSiteSettings(db, { name: opening.libraryName, contactEmail: opening.contactEmail });
    await recordActions(db, { kind: "person", id }, "library.opened", { kind: "person", ids: [id] }, now);
    await within(db);
  });
}

/** As the accounts library makes one, but within our transaction. */
export async function createAccount(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  { name, email, passwordHash, isVerified, language }: NewAccount,
  now: Date,
): Promise<string> {
  const isPostgres = dialect === "postgres";
  const moment = isPostgres ? now : now.toISOString();
  const dates = { createdAt: moment, updatedAt: moment };
  const id = newId(now.getTime());
  const made = await db
    .insertInto("auth_user")
    .values({
      id,
      name,
      email,
      emailVerified: isPostgres ? isVerified : Number(isVerified),
      image: null,
      role: "person",
      disabledAt: null,
      ...dates,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) throw addressTaken();
  await storeLanguage(db, id, language);
  const password = { id: newId(now.getTime()), accountId: id, providerId: "credential", userId: id };
  await db
    .insertInto("auth_account")
    .values({ ...NO_PROVIDER, ...password, password: passwordHash, ...dates })
    .execute();
  return id;
}

const NO_PROVIDER = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
};

async function hasOperator(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom("auth_user")
    .select("id")
    .where("role", "=", "operator")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
