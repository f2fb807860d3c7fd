import { createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Actor, recordActions, SERVER } from "../actions/action-log.ts";
import { KEY_FILE } from "../config/data-folder.ts";
import { writePrivateFile } from "../config/private-files.ts";
import type { Settings } from "../config/settings.ts";
import type { Database } from "../database/connect.ts";
import { eraseDeleted, FINGERPRINT_ROW, OLD_KEY_ROW } from "../database/erasing.ts";
import { readStoredValue } from "../database/stored-values.ts";
import { startProblem } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import { forgetTwoFactor } from "./two-factor.ts";

/**
 * The key that signs sessions and seals waiting mails: the setting SECRET, or a file in the data folder, made at the
 * first start. It is never in the database, whose copies go to more places than the data folder does.
 */

type Parts = { database: Database; settings: Pick<Settings, "secret" | "dataDir"> };

const SHORTEST_KEY = 32;

export async function openSigningKey({ database, settings, log }: Parts & { log: Log }): Promise<string> {
  const key = settings.secret ?? (await keyOfFolder(database, settings.dataDir));
  await forgetKeyInDatabase(database);
  const known = await registerFingerprint(database, key);
  if (known === fingerprintOf(key)) return key;
  if (database.dialect === "postgres")
    throw startProblem(
      "The signing key of this node is another one than that of the nodes before it on this database.",
      HOW_TO_AGREE,
    );
  // One database file, one server: the key was replaced, or the file came from another machine.
  await acceptSigningKey({ database, settings, actor: SERVER });
  log.warn("the signing key has changed; everyone has to sign in again");
  return key;
}

const HOW_TO_AGREE = `Give all nodes the same SECRET, or copy the file "${KEY_FILE}" from the data folder of one that runs; to change the key of all, stop them and run "typecase key accept" on one.`;

/** This key is valid from now on. Everything signed with another is useless and is removed. */
export async function acceptSigningKey({
  database,
  settings,
  actor,
}: Parts & { actor: Actor }): Promise<void> {
  const key = settings.secret ?? readKey(settings.dataDir) ?? makeKey(settings.dataDir);
  await database.db.transaction().execute(async (db) => {
    await db
      .insertInto("kept_values")
      .values({ name: FINGERPRINT_ROW, value: fingerprintOf(key) })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: fingerprintOf(key) }))
      .execute();
    await db.deleteFrom("kept_values").where("name", "=", OLD_KEY_ROW).execute();
    await db.deleteFrom("auth_session").execute();
    await db.deleteFrom("auth_verification").execute();
    const now = new Date();
    const twoFactor = await forgetTwoFactor(db);
    await recordActions(db, actor, "two-factor.off", { kind: "person", ids: twoFactor }, now);
    await recordActions(db, actor, "key.accepted", { kind: "key", ids: [null] }, now);
  });
  await eraseDeleted(database);
}

async function keyOfFolder(database: Database, dataDir: string): Promise<string> {
  const stored = readKey(dataDir);
  if (stored) return stored;
  const old = await readStoredValue(database.db, OLD_KEY_ROW);
  // Made here, a key would only be refused, and stay in the way of the right one.
  if (!old && database.dialect === "postgres" && (await readStoredValue(database.db, FINGERPRINT_ROW)))
    throw startProblem("This node has no signing key, and others on this database have one.", HOW_TO_AGREE);
  return makeKey(dataDir, old);
}

function readKey(dataDir: string): string | undefined {
  const file = join(dataDir, KEY_FILE);
  if (!existsSync(file)) return undefined;
  const key = readFileSync(file, "utf8").trim();
  if (key.length >= SHORTEST_KEY) return key;
  throw startProblem(
    `The signing key in ${file} is damaged.`,
    "Put the right one back, or remove the file; then a new one is made and everyone has to sign in again.",
  );
}

/** If two nodes start at once, the second uses the key of the first. */
function makeKey(dataDir: string, key = randomBytes(32).toString("base64url")): string {
  const isOurs = writePrivateFile(join(dataDir, KEY_FILE), `${key}\n`);
  return isOurs ? key : (readKey(dataDir) ?? key);
}

/** Only once the key is in its file: a crash in between leaves it in both places, and the next start continues here. */
async function forgetKeyInDatabase(database: Database): Promise<void> {
  if ((await readStoredValue(database.db, OLD_KEY_ROW)) === undefined) return;
  await database.db.deleteFrom("kept_values").where("name", "=", OLD_KEY_ROW).execute();
  await eraseDeleted(database);
}

function fingerprintOf(key: string): string {
  return createHmac("sha256", key).update("typecase signing key").digest("base64url");
}

/** The first node decides which key it is. */
async function registerFingerprint(database: Database, key: string): Promise<string | undefined> {
  await database.db
    .insertInto("kept_values")
    .values({ name: FINGERPRINT_ROW, value: fingerprintOf(key) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return readStoredValue(database.db, FINGERPRINT_ROW);
}
