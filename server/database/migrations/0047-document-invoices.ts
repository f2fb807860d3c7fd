import { type Kysely, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** What an e-invoice needs beyond the page of a document. */
export async function addDocumentInvoices(db: Kysely<unknown>, _kinds: ColumnKinds): Promise<void> {
  await sql`alter table documents add column invoice text not null default '{}'`.execute(db);
}
