import { copyFileSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { readKit, storeKit } from "../../server/catalogue/versions/kits.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { type FactsFile, gatherFacts } from "../fixtures/databases/facts.ts";
import { readSchema, withDatabase } from "../support/database-schema.ts";
import { databases, type Place, quietLog } from "../support/databases.ts";
import { noteFault } from "../support/fault-table.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startServer } from "../support/server.ts";

const FOLDER = "tests/fixtures/databases";
const LIBRARY_DIR = `${FOLDER}/library`;
const versions = globSync("*.postgres.sql", { cwd: FOLDER }).map((name) => name.replace(".postgres.sql", ""));

test("has databases of released versions", () => expect(versions).toContain("0.1.0"));

describe.each(versions)("a database of version %s", (version) => {
  const facts = JSON.parse(readFileSync(join(FOLDER, `${version}.json`), "utf8")) as FactsFile;

  describe.each(databases)("on $name, migrated", (database) => {
    /** A server of its own, which runs the same code on both databases. */
    const tags = database.name === "PostgreSQL" ? ["long"] : [];

    /** Loads the fixture, migrates it to the current schema and passes it to a test. */
    async function withMigrated(work: (place: Place) => Promise<void>): Promise<void> {
      const place = await database.emptyPlace();
      try {
        if (database.name === "SQLite") copyFileSync(join(FOLDER, `${version}.sqlite`), sqliteFile(place));
        else await execute(place, readFileSync(join(FOLDER, `${version}.postgres.sql`), "utf8"));
        await withDatabase(place, (opened) => migrateDatabase(opened, quietLog));
        await work(place);
      } finally {
        await place.remove();
      }
    }

    test("has the schema of a new database", async () => {
      const fresh = await database.open();
      const schema = await readSchema(fresh.database).finally(fresh.close);
      await withMigrated(async (place) => expect(await withDatabase(place, readSchema)).toEqual(schema));
    });

    test("stores the size of each document", async () => {
      await withMigrated(async (place) => {
        const { rows } = await withDatabase(place, ({ db }) =>
          sql<{ title: string; data: string; theme: string; bytes: number }>`select * from documents`.execute(
            db,
          ),
        );
        expect(rows.length).toBeGreaterThan(3);
        for (const { title, data, theme, bytes } of rows)
          expect(bytes).toBe(Buffer.byteLength(title + data + theme));
      });
    });

    test("drops the ratings that came with the library", async () => {
      await withMigrated(async (place) => {
        const { rows } = await withDatabase(place, ({ db }) =>
          sql`select distinct rating, rating_count, rating_sum, rating_order from templates`.execute(db),
        );
        expect(rows).toEqual([{ rating: null, rating_count: 0, rating_sum: 0, rating_order: null }]);
      });
    });

    test("links its pages in the footer and starts statistics at zero", async () => {
      await withMigrated(async (place) => {
        const { rows } = await withDatabase(place, ({ db }) =>
          sql`select distinct exported from templates`.execute(db),
        );
        expect(rows).toEqual([{ exported: 0 }]);
        const pages = await withDatabase(place, ({ db }) =>
          sql<{ rev: number }>`select rev from pages where footer is null or rev <> 1`.execute(db),
        );
        expect(pages.rows).toEqual([]);
      });
    });

    test("creates version 1 of every template and pins documents to it", async () => {
      await withMigrated(async (place) => {
        await withDatabase(place, async ({ db }) => {
          const kit = readKit();
          await storeKit(db, kit);
          await storeKit(db, kit);
          const looks = [
            "content",
            "fields",
            "sample",
            "samples",
            "page",
            "theme",
            "title",
            "template_name",
            "version",
          ] as const;
          const templates = await db
            .selectFrom("templates")
            .select(["id", "version_number", ...looks])
            .execute();
          const versions = await db
            .selectFrom("template_versions")
            .select(["templates_id as id", "number as version_number", ...looks])
            .execute();
          expect(templates.length).toBeGreaterThan(2);
          const byId = (rows: { id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
          expect(byId(versions)).toEqual(byId(templates));
          expect(new Set(versions.map(({ version_number }) => version_number))).toEqual(new Set([1]));
          const checked = await db.selectFrom("templates").select("findings").distinct().execute();
          expect(checked).toEqual([{ findings: null }]);
          const pinned = await db
            .selectFrom("documents")
            .leftJoin("template_versions", "template_versions.id", "documents.template_versions_id")
            .select([
              "documents.templates_id",
              "template_versions.templates_id as pinned",
              "kit",
              "kept",
              "invoice",
            ])
            .execute();
          expect(pinned.length).toBeGreaterThan(3);
          // One belongs to a deleted template and has no version either.
          for (const document of pinned)
            expect(document).toMatchObject({
              pinned: document.templates_id,
              kit: document.templates_id ? kit.hash : null,
              kept: "{}",
              invoice: "{}",
            });
          expect(await db.selectFrom("kits").select("hash").execute()).toEqual([{ hash: kit.hash }]);
        });
      });
    });

    test("adds labels to documents", async () => {
      await withMigrated(async (place) => {
        await withDatabase(place, async ({ db }) => {
          const count = () =>
            sql<{ count: number }>`select count(*) as count from document_labels`.execute(db);
          expect((await count()).rows).toEqual([{ count: 0 }]);
          await sql`insert into document_labels (id, user_id, documents_id, label)
            select id, user_id, id, 'Draft' from documents`.execute(db);
          expect((await count()).rows[0]?.count).toBeGreaterThan(3);
          await sql`delete from documents`.execute(db);
          expect((await count()).rows).toEqual([{ count: 0 }]);
        });
      });
    });

    test("knows no language of its people and waiting mails", async () => {
      await withMigrated(async (place) => {
        await withDatabase(place, async ({ db }) => {
          expect(await db.selectFrom("user").select("language").distinct().execute()).toEqual([
            { language: null },
          ]);
          expect(await db.selectFrom("mail_outbox").select("language").execute()).toEqual([
            { language: null },
          ]);
        });
      });
    });

    test("adds details that are deleted with their person", async () => {
      await withMigrated(async (place) => {
        await withDatabase(place, async ({ db }) => {
          const count = () => sql<{ count: number }>`select count(*) as count from details`.execute(db);
          expect((await count()).rows).toEqual([{ count: 0 }]);
          await sql`insert into details (id, user_id, label, is_default, rev, date_created, date_updated, words)
            select id, id, 'Me', 1, 1, '', '', '{}' from "user"`.execute(db);
          expect((await count()).rows[0]?.count).toBeGreaterThan(1);
          await sql`delete from auth_user`.execute(db);
          expect((await count()).rows).toEqual([{ count: 0 }]);
        });
      });
    });

    test("lets people sign in and find their data", { tags }, async () => {
      await withMigrated(async (place) => {
        const server = await startServer({ environment: { ...place.environment, LIBRARY_DIR } });
        try {
          const found = await gatherFacts(server.url, facts.accounts);
          const expected = withoutRatings(facts.found[database.name]);
          const all = listFacts(expected);
          const still = new Set(listFacts(found));
          noteFault({
            fault: `upgrade of a database of ${version}, ${database.name}`,
            times: 1,
            acknowledged: `${Object.keys(facts.accounts).length} accounts with all that was theirs, ${all.length} facts`,
            lost: all.filter((fact) => !still.has(fact)).length,
          });
          expect(found).toEqual(expected);
        } finally {
          await server.stop();
        }
      });
    });

    test("sends queued mail", { tags }, async () => {
      await withMigrated(async (place) => {
        // Due at once, even if the clock is before the day the database was made.
        await withDatabase(place, ({ db }) => sql`update mail_outbox set next_try = 0`.execute(db));
        const mails = await startMailServer();
        const mailing = { SMTP_URL: mails.url, PUBLIC_URL: "https://templates.example.org" };
        const server = await startServer({ environment: { ...place.environment, ...mailing, LIBRARY_DIR } });
        try {
          const [mail] = await mails.countTo(facts.waitingMail.to, 1);
          expect(mail?.text).toContain(`Subject: ${facts.waitingMail.subject}`);
        } finally {
          await server.stop();
          await mails.stop();
        }
      });
    });
  });
});

/** Ratings of that version were constants of its templates. */
function withoutRatings(found: unknown): unknown {
  return JSON.parse(JSON.stringify(found), (key, value) => (key === "rating" ? null : value));
}

/** Each value with its path. */
function listFacts(found: unknown, way = ""): string[] {
  if (found === null || typeof found !== "object") return [`${way} ${JSON.stringify(found)}`];
  return Object.entries(found).flatMap(([name, value]) => listFacts(value, `${way}/${name}`));
}

function sqliteFile({ environment }: Place): string {
  return join(environment.DATA_DIR, "typecase.sqlite");
}

async function execute({ environment }: Place, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: environment.DATABASE_URL });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
