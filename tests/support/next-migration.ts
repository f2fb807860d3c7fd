import { type Kysely, sql } from "kysely";
import { MIGRATIONS, type Migration } from "../../server/database/migrate.ts";

type Changed = { history: { id: string; title: string | null; shelf: string } };

/** The next migration, with every kind of change: a table, a column, rewritten rows, an index. */
export const nextMigration: Migration = {
  number: (MIGRATIONS.at(-1)?.number ?? 0) + 1,
  name: "shelves",
  needs: (MIGRATIONS.at(-1)?.number ?? 0) + 1, // it renames a column
  run: async (db: Kysely<unknown>, { text }) => {
    await db.schema
      .createTable("shelves")
      .addColumn("id", text, (c) => c.primaryKey())
      .execute();
    await db.schema
      .alterTable("history")
      .addColumn("shelf", text, (c) => c.notNull().defaultTo("none"))
      .execute();
    await (db as Kysely<Changed>)
      .updateTable("history")
      .set({ shelf: sql<string>`coalesce(title, '') || ' shelf'` })
      .execute();
    await db.schema.createIndex("history_shelf").on("history").column("shelf").execute();
    await db.schema.alterTable("history").renameColumn("title", "caption").execute();
  },
};

/** A next migration that only adds, as nearly all do: programs that don't know it keep working. */
export const addingMigration: Migration = {
  number: (MIGRATIONS.at(-1)?.number ?? 0) + 1,
  name: "marks",
  run: async (db: Kysely<unknown>, { text, integer }) => {
    await db.schema
      .createTable("marks")
      .addColumn("id", text, (c) => c.primaryKey())
      .execute();
    for (const table of ["history", "documents", "templates"]) {
      await db.schema
        .alterTable(table)
        .addColumn("mark", integer, (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema.createIndex(`${table}_mark`).on(table).column("mark").execute();
    }
  },
};
