import { slugify } from "../../../contract/slugify.ts";
import type { Db } from "../../database/connect.ts";

/** Puts a template under the name of who made it, with the licence they agreed to. In the transaction that publishes it. */
export async function nameAuthor(
  db: Db,
  { template, author, licence }: { template: string; author: string; licence: string | null },
): Promise<void> {
  await giveHandle(db, author);
  await db
    .updateTable("templates")
    .set({ author_id: author, authored: 1, licence })
    .where("id", "=", template)
    .execute();
}

/** The last part of the author's address: their name, with a number when somebody else has it. It stays what it is. */
async function giveHandle(db: Db, userId: string): Promise<void> {
  const { name, handle } = await db
    .selectFrom("user")
    .select(["name", "handle"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (handle) return;
  const plain = slugify(name, 40) || "member";
  for (let number = 1; ; number++) {
    const wanted = number === 1 ? plain : `${plain}-${number}`;
    const taken = await db.selectFrom("user").select("id").where("handle", "=", wanted).executeTakeFirst();
    if (taken) continue;
    await db.updateTable("user").set({ handle: wanted }).where("id", "=", userId).execute();
    return;
  }
}
