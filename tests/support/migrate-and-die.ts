import type { Kysely, KyselyPlugin } from "kysely";
import pino from "pino";
import { readSettings } from "../../server/config/settings.ts";
import { openDatabase } from "../../server/database/connect.ts";
import { MIGRATIONS, migrateDatabase } from "../../server/database/migrate.ts";
import { nextMigration } from "./next-migration.ts";

/**
 * Migrates a database in its own process, which is killed before a given statement: `node migrate-and-die.ts
 * 7`, or `commit` for the moment before the commit. `never` counts the statements.
 */
const [, , moment = "never", upTo = "newest"] = process.argv;
let statements = 0;

const die = () => process.kill(process.pid, "SIGKILL");
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (String(++statements) === moment) die();
    return node;
  },
  transformResult: async ({ result }) => result,
};
const plans = { first: MIGRATIONS.slice(0, 1), newest: MIGRATIONS, next: [...MIGRATIONS, nextMigration] };
const migrations = (upTo === "first" || upTo === "next" ? plans[upTo] : plans.newest).map((migration) => ({
  ...migration,
  run: (db: Kysely<unknown>, kinds: Parameters<typeof migration.run>[1]) =>
    migration.run(db.withPlugin(counting), kinds),
}));
const log = pino({ level: "silent" });
// The line is written inside the transaction, after everything of the step.
log.info = ((_facts: unknown, line: string) => {
  if (moment === "commit" && line === "database migrated") die();
}) as typeof log.info;

const database = await openDatabase(readSettings(), log);
await migrateDatabase(database, log, migrations);
await database.close();
process.stdout.write(String(statements));
