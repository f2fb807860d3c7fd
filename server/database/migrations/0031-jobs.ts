import { type Kysely, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/**
 * Jobs and the slices in which nodes make them. A slice is taken with a lease: `next_try` is when another node may take it, and null when
 * it is made. Its rows and its PDFs are in a table of their own, so that looking for slices reads none of them.
 */
export async function createJobs(
  { schema }: Kysely<unknown>,
  { text, integer, bigInteger, bytes }: ColumnKinds,
): Promise<void> {
  await schema
    .createTable("jobs")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("user_id", text, (c) => c.notNull().references("auth_user.id").onDelete("cascade"))
    .addColumn("templates_id", text, (c) => c.notNull().references("templates.id").onDelete("cascade"))
    .addColumn("template_versions_id", text)
    .addColumn("theme", text, (c) => c.notNull())
    .addColumn("rows", integer, (c) => c.notNull())
    .addColumn("state", text, (c) => c.notNull())
    .addColumn("date_created", text, (c) => c.notNull())
    .addColumn("date_finished", text)
    .addColumn("date_expires", text)
    .execute();
  await schema.createIndex("jobs_user").on("jobs").columns(["user_id", "id"]).execute();
  await schema.createIndex("jobs_template").on("jobs").column("templates_id").execute();
  await schema.createIndex("jobs_expire").on("jobs").column("date_expires").execute();
  await schema
    .createTable("job_slices")
    .addColumn("jobs_id", text, (c) => c.notNull().references("jobs.id").onDelete("cascade"))
    .addColumn("number", integer, (c) => c.notNull())
    .addColumn("first_row", integer, (c) => c.notNull())
    .addColumn("attempts", integer, (c) => c.notNull())
    .addColumn("next_try", bigInteger)
    .addColumn("made", integer, (c) => c.notNull())
    .addColumn("failed", integer, (c) => c.notNull())
    .addColumn("names", text)
    .addColumn("errors", text)
    .addPrimaryKeyConstraint("job_slices_pk", ["jobs_id", "number"])
    .execute();
  await schema
    .createIndex("job_slices_next")
    .on("job_slices")
    .columns(["number", "next_try"])
    .where(sql.ref("next_try"), "is not", null)
    .execute();
  await schema
    .createTable("job_contents")
    .addColumn("jobs_id", text, (c) => c.notNull().references("jobs.id").onDelete("cascade"))
    .addColumn("number", integer, (c) => c.notNull())
    .addColumn("rows", text)
    .addColumn("result", bytes)
    .addPrimaryKeyConstraint("job_contents_pk", ["jobs_id", "number"])
    .execute();
}
