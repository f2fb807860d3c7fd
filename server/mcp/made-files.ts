import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { hashOf } from "../accounts/access-tokens.ts";
import type { Database } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { MADE_FILES } from "../limits/limits.ts";

/**
 * Files that programs have had made, for an hour: a chat can't show a PDF, but its person can open a link. They are in the database,
 * because another node may answer.
 */
export type MadeFiles = {
  /** Returns the secret of its link, or undefined for a file that is too large. */
  store(
    client: string,
    name: string,
    bytes: Uint8Array,
  ): Promise<{ secret: string; expires: string } | undefined>;
  find(secret: string, now?: number): Promise<{ name: string; bytes: Uint8Array } | undefined>;
};

const SECRET_BYTES = 24;

export function createMadeFiles({ db }: Pick<Database, "db">): MadeFiles {
  return {
    async store(client, name, bytes) {
      if (bytes.byteLength > MADE_FILES.fileBytes) return undefined;
      const secret = randomBytes(SECRET_BYTES).toString("base64url");
      const now = Date.now();
      const expires = new Date(now + MADE_FILES.lifeMs).toISOString();
      await db.transaction().execute(async (db) => {
        await db.deleteFrom("made_files").where("expires", "<", new Date(now).toISOString()).execute();
        await db
          .insertInto("made_files")
          .values({
            id: newId(now),
            hash: hashOf(secret),
            client,
            name,
            size: bytes.byteLength,
            expires,
            bytes,
          })
          .execute();
        const newest = db
          .selectFrom("made_files")
          .select("id")
          .where("client", "=", client)
          .orderBy("id", "desc")
          .limit(MADE_FILES.perClient);
        await db
          .deleteFrom("made_files")
          .where("client", "=", client)
          .where("id", "not in", newest)
          .execute();
        const sums = db
          .selectFrom("made_files")
          .select(["id", sql<number>`sum(size) over (order by id desc)`.as("sum")]);
        await db
          .deleteFrom("made_files")
          .where("id", "in", ({ selectFrom }) =>
            selectFrom(sums.as("sums")).select("sums.id").where("sums.sum", ">", MADE_FILES.bytes),
          )
          .execute();
      });
      return { secret, expires };
    },

    async find(secret, now = Date.now()) {
      return db
        .selectFrom("made_files")
        .select(["name", "bytes"])
        .where("hash", "=", hashOf(secret))
        .where("expires", ">", new Date(now).toISOString())
        .executeTakeFirst();
    },
  };
}
