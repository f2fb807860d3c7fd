import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** People of a content host, and which of its items our own are copies of. */
export async function createHostPeople({ schema }: Kysely<unknown>, { text, integer }: ColumnKinds) {
  await schema
    .createTable("host_people")
    .addColumn("user_id", text, (c) => c.primaryKey().references("auth_user.id").onDelete("cascade"))
    .addColumn("host", text, (c) => c.notNull())
    .addColumn("email", text, (c) => c.notNull())
    .addColumn("state", text, (c) => c.notNull())
    .addColumn("host_id", text)
    .addColumn("is_merged", integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable("host_ids")
    .addColumn("host", text, (c) => c.notNull())
    .addColumn("collection", text, (c) => c.notNull())
    .addColumn("local_id", text, (c) => c.notNull())
    .addColumn("host_id", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("host_ids_key", ["host", "collection", "local_id"])
    .execute();
  await schema
    .createIndex("host_ids_host_id")
    .unique()
    .on("host_ids")
    .columns(["host", "collection", "host_id"])
    .execute();
}
