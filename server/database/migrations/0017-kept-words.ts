import { type Kysely, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** What of a document its template has no place for: kept when its template was changed for another. */
export async function createKeptWords(db: Kysely<unknown>, _kinds: ColumnKinds): Promise<void> {
  await sql`alter table documents add column kept text not null default '{}'`.execute(db);
}
