// Not Kysely's Migrator: it refuses a database with steps it doesn't know (rolling upgrades need that), runs all steps under one lock
// and in one transaction, and has no place to release tables in use between tries or to copy a SQLite file first.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { BACKUPS } from "../config/data-folder.ts";
import { createPrivateFile, makePrivate } from "../config/private-files.ts";
import { codeOf, startProblem } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import { type ColumnKinds, columnKinds } from "./column-kinds.ts";
import type { Database } from "./connect.ts";
import { removeKeyRows } from "./erasing.ts";
import { createFoundation } from "./migrations/0001-foundation.ts";
import { keepLowerCase } from "./migrations/0002-lower-case.ts";
import { indexCatalogue } from "./migrations/0003-catalogue.ts";
import { createFileTransforms } from "./migrations/0004-file-transforms.ts";
import { keepSecrets } from "./migrations/0005-secrets.ts";
import { createLeastPrivilege } from "./migrations/0006-least-privilege.ts";
import { keepDocumentSizes } from "./migrations/0007-document-sizes.ts";
import { createSearchWords } from "./migrations/0008-search-words.ts";
import { createShares } from "./migrations/0009-shares.ts";
import { createDocumentLabels } from "./migrations/0010-document-labels.ts";
import { createRatings } from "./migrations/0011-ratings.ts";
import { createPages } from "./migrations/0012-pages.ts";
import { createTemplateVersions } from "./migrations/0013-template-versions.ts";
import { createTemplateDrafts } from "./migrations/0014-template-drafts.ts";
import { createKeeping } from "./migrations/0015-keeping.ts";
import { createSubmissions } from "./migrations/0016-submissions.ts";
import { createKeptWords } from "./migrations/0017-kept-words.ts";
import { addCommentFields } from "./migrations/0018-comment-fields.ts";
import { createDetails } from "./migrations/0019-details.ts";
import { createBuilds } from "./migrations/0020-builds.ts";
import { addTemplateFindings } from "./migrations/0021-template-findings.ts";
import { addSamplesByLanguage } from "./migrations/0022-samples-by-language.ts";
import { createStoredSearch } from "./migrations/0023-stored-search.ts";
import { addRatingState } from "./migrations/0024-waiting-ratings.ts";
import { createDraftPictures } from "./migrations/0025-draft-pictures.ts";
import { createBin } from "./migrations/0026-bin.ts";
import { addLanguages } from "./migrations/0027-languages.ts";
import { moveLanguageSlugs } from "./migrations/0028-language-slugs.ts";
import { createTranslations } from "./migrations/0029-translations.ts";
import { createApiKeys } from "./migrations/0030-api-keys.ts";
import { createJobs } from "./migrations/0031-jobs.ts";
import { createTwoFactor } from "./migrations/0034-two-factor.ts";
import { createPasskeys } from "./migrations/0035-passkeys.ts";
import { addSignInMethods } from "./migrations/0036-sign-in-methods.ts";
import { moveUsersSlug } from "./migrations/0037-users-slug.ts";
import { createContentHost } from "./migrations/0038-content-host.ts";
import { createHostPeople } from "./migrations/0040-host-people.ts";
import { createWebhooks } from "./migrations/0042-webhooks.ts";
import { moveMcpSlug } from "./migrations/0044-mcp-slug.ts";
import { createApps } from "./migrations/0045-apps.ts";
import { addJobDelivery } from "./migrations/0046-job-delivery.ts";
import { addDocumentInvoices } from "./migrations/0047-document-invoices.ts";
import { addJobBleed } from "./migrations/0048-job-bleed.ts";
import type { Tables } from "./tables.ts";

export type Migration = {
  number: number;
  name: string;
  /**
   * Only of a step that takes something away from programs, or asks something new of them: the first step whose programs get along with
   * that. All other steps only add, and programs that don't know them go on working (docs/operating.md, "Rolling upgrades").
   */
  needs?: number;
  run(db: Kysely<unknown>, kinds: ColumnKinds): Promise<void>;
};

/** In order, never changed once released: a mistake is fixed by the next step. */
export const MIGRATIONS: Migration[] = [
  { number: 1, name: "foundation", run: createFoundation },
  { number: 2, name: "lower-case", run: keepLowerCase },
  { number: 3, name: "catalogue", run: indexCatalogue },
  { number: 4, name: "file transforms", run: createFileTransforms },
  { number: 5, name: "secrets", run: keepSecrets },
  { number: 6, name: "least privilege", run: createLeastPrivilege },
  { number: 7, name: "document sizes", run: keepDocumentSizes },
  { number: 8, name: "search words", run: createSearchWords },
  { number: 9, name: "shares", run: createShares },
  { number: 10, name: "document labels", run: createDocumentLabels },
  { number: 11, name: "ratings", run: createRatings },
  { number: 12, name: "pages", run: createPages },
  { number: 13, name: "template versions", run: createTemplateVersions },
  { number: 14, name: "template drafts", run: createTemplateDrafts },
  { number: 15, name: "keeping", run: createKeeping },
  { number: 16, name: "submissions", run: createSubmissions },
  { number: 17, name: "kept words", run: createKeptWords },
  { number: 18, name: "comment fields", run: addCommentFields },
  { number: 19, name: "details", run: createDetails },
  { number: 20, name: "builds", run: createBuilds },
  { number: 21, name: "template findings", run: addTemplateFindings },
  { number: 22, name: "samples by language", run: addSamplesByLanguage },
  { number: 23, name: "stored search", run: createStoredSearch },
  { number: 24, name: "waiting ratings", run: addRatingState },
  { number: 25, name: "draft pictures", run: createDraftPictures },
  { number: 26, name: "bin", run: createBin },
  { number: 27, name: "languages", run: addLanguages },
  { number: 28, name: "language slugs", run: moveLanguageSlugs },
  { number: 29, name: "translations", run: createTranslations },
  { number: 30, name: "API keys", run: createApiKeys },
  { number: 31, name: "jobs", run: createJobs },
  { number: 34, name: "two-factor sign-in", run: createTwoFactor },
  { number: 35, name: "passkeys", run: createPasskeys },
  { number: 36, name: "sign-in methods", run: addSignInMethods },
  { number: 37, name: "users slug", run: moveUsersSlug },
  { number: 38, name: "content host", run: createContentHost },
  { number: 40, name: "host people", run: createHostPeople },
  { number: 42, name: "webhooks", run: createWebhooks },
  { number: 44, name: "mcp slug", run: moveMcpSlug },
  { number: 45, name: "apps", run: createApps },
  { number: 46, name: "job delivery", run: addJobDelivery },
  { number: 47, name: "document invoices", run: addDocumentInvoices },
  { number: 48, name: "job bleed", run: addJobBleed },
];

/** One number for all nodes, so that only one of them migrates while the others wait. */
const ADVISORY_LOCK = 7_267_301;

/** PostgreSQL looks for deadlocks after a second: before that the migration has released its tables. */
const TABLES_WAIT_MS = 400;
const TABLES_PAUSE_MS = 100;
/** As long as a backup of a large database may read. */
const TABLES_TIMEOUT_MS = 15 * 60_000;
/** Not available in time, or only by a deadlock. */
const IN_USE = new Set(["55P03", "40P01"]);

const DRAFT = ".part";
/** An older draft belongs to a killed process; a younger one may be another node's copy in progress. */
const DRAFT_LIFE_MS = 60 * 60_000;

/** The only table created before any migration; nothing else reads it. */
type Applied = { migrations: { number: number; name: string; applied: string } };
type Migrating = Kysely<Tables & Applied>;

/** Migrates the database to the newest schema, one transaction per step. */
export async function migrateDatabase(database: Database, log: Log, migrations = MIGRATIONS): Promise<void> {
  const withoutTimeout = await database.openWithoutTimeout?.();
  try {
    await migrate(withoutTimeout ?? database, log, migrations);
  } finally {
    await withoutTimeout?.close();
  }
}

async function migrate(database: Database, log: Log, migrations: Migration[]): Promise<void> {
  const db = database.db.withTables<Applied>();
  await oneNodeAtATime(database, createStepsTable);
  const reached = await reachedStep(db);
  const newest = migrations.at(-1)?.number ?? 0;
  if (reached > newest) return acceptNewer(database, { reached, newest }, log);
  if (reached === newest) return;
  if (reached > 0) await copySqliteFile(database, reached, log);

  for (const migration of migrations) {
    await untilTablesAreFree(database, log, async (db) => {
      // Checked again under the lock: another node may have been first.
      if ((await reachedStep(db)) >= migration.number) return;
      // Migrations are older than the current tables, so they get a database without types.
      await migration.run(db as unknown as Kysely<unknown>, columnKinds(database.dialect));
      await db
        .insertInto("migrations")
        .values({ number: migration.number, name: migration.name, applied: new Date().toISOString() })
        .execute();
      if (migration.needs !== undefined) await recordOldestProgram(db, migration.needs);
      log.info({ step: migration.number, name: migration.name }, "database migrated");
    });
  }
}

/**
 * The row of `kept_values` with the oldest migration that a program has to know. Without the row, any program may start.
 */
const OLDEST_PROGRAM = "oldest program step";

async function recordOldestProgram(db: Migrating, step: number): Promise<void> {
  const value = String(Math.max(step, await oldestProgram(db)));
  await db
    .insertInto("kept_values")
    .values({ name: OLDEST_PROGRAM, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

async function oldestProgram(db: Migrating): Promise<number> {
  const row = await db
    .selectFrom("kept_values")
    .select("value")
    .where("name", "=", OLDEST_PROGRAM)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

/** The database is from a newer version, as during a rolling upgrade. This version continues if the newer steps only added something. */
async function acceptNewer(
  { db }: Database,
  { reached, newest }: { reached: number; newest: number },
  log: Log,
): Promise<void> {
  if ((await oldestProgram(db.withTables<Applied>())) > newest)
    throw startProblem(
      `The database is at step ${reached}, made by a newer version; this one knows steps up to ${newest}.`,
      "Start the newer version, or restore a backup from before the upgrade.",
    );
  log.info({ reached, knows: newest }, "the database is a newer version's; this one can work with it");
}

/** A transaction in which no other node migrates. PostgreSQL needs the lock even for "create table if not exists": two at once fail. */
async function oneNodeAtATime(database: Database, work: (db: Migrating) => Promise<unknown>): Promise<void> {
  const db = database.db.withTables<Applied>();
  await db.transaction().execute(async (db) => {
    if (database.dialect === "postgres") await waitForTurn(db);
    await work(db);
  });
}

/**
 * A step locks its tables, and waits for the queries that use them; all other queries then wait behind it, some of them for tables that
 * it has locked already. So it waits briefly, releases everything and starts again: it never blocks the nodes that go on working for long.
 */
async function untilTablesAreFree(
  database: Database,
  log: Log,
  work: (db: Migrating) => Promise<unknown>,
): Promise<void> {
  const latest = performance.now() + TABLES_TIMEOUT_MS;
  for (let tries = 1; ; tries++) {
    try {
      return await oneNodeAtATime(database, async (db) => {
        if (database.dialect === "postgres")
          await sql`set local lock_timeout = ${sql.lit(TABLES_WAIT_MS)}`.execute(db);
        await work(db);
      });
    } catch (error) {
      if (!IN_USE.has(codeOf(error)) || performance.now() > latest) throw error;
      log.warn({ tries }, "tables are in use; the migration waits for a moment in which they are not");
      await wait(TABLES_PAUSE_MS + Math.random() * TABLES_PAUSE_MS);
    }
  }
}

/** On PostgreSQL: no other process migrates or restores until this transaction has ended. */
export async function waitForTurn<Any>(db: Kysely<Any>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(db);
}

export async function createStepsTable<Any>(db: Kysely<Any>): Promise<void> {
  await sql`create table if not exists migrations (number integer primary key, name text not null, applied text not null)`.execute(
    db,
  );
}

async function reachedStep(db: Migrating): Promise<number> {
  const row = await db
    .selectFrom("migrations")
    .select((eb) => eb.fn.max("number").as("number"))
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** Gets its name only when complete, without the key that an earlier version stored in the database. */
async function copySqliteFile(database: Database, step: number, log: Log): Promise<void> {
  if (!database.file) return;
  const folder = join(dirname(database.file), BACKUPS);
  mkdirSync(folder, { recursive: true });
  makePrivate(folder);
  removeOldDrafts(folder);
  const moment = new Date().toISOString().replace(/[:.]/g, "-");
  const copy = join(folder, `before-step-${step + 1}-${moment}-${process.pid}.sqlite`);
  const draft = copy + DRAFT;
  createPrivateFile(draft);
  await sql`vacuum into ${draft}`.execute(database.db);
  removeKeyRows(draft);
  renameSync(draft, copy);
  log.info({ copy, removed: removeOldCopies(folder) }, "database copied before migrating");
}

const COPY = /^before-step-\d+-(.+)-\d+\.sqlite$/;
/** The copies of this upgrade and the previous one; backups cover older states. */
const MAX_COPIES = 2;

function removeOldCopies(folder: string): string[] {
  const momentOf = (name: string) => COPY.exec(name)?.[1] ?? "";
  const old = readdirSync(folder)
    .filter((name) => COPY.test(name))
    .sort((a, b) => (momentOf(a) < momentOf(b) ? 1 : -1))
    .slice(MAX_COPIES);
  for (const name of old) rmSync(join(folder, name), { force: true });
  return old;
}

function removeOldDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(DRAFT)) continue;
    const draft = join(folder, name);
    const changed = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - changed > DRAFT_LIFE_MS) rmSync(draft, { force: true });
  }
}
