import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** API keys are access tokens with a `user_id`. The hint is what their owner recognises one by. */
export async function createApiKeys({ schema }: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  await schema.alterTable("access_tokens").addColumn("hint", text).execute();
}
