import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** What the last builds sent to browsers, for all nodes: each build with its files one after the other. */
export async function createBuilds({ schema }: Kysely<unknown>, kinds: ColumnKinds): Promise<void> {
  const { text, bytes } = kinds;
  await schema
    .createTable("builds")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("date", text, (c) => c.notNull())
    .addColumn("used", text, (c) => c.notNull())
    .addColumn("files", text, (c) => c.notNull())
    .addColumn("bytes", bytes, (c) => c.notNull())
    .execute();
}
