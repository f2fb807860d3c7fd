import { checkPayload } from "../content/payload.ts";
import { newId } from "../database/ids.ts";
import { failedValidation } from "../kernel/errors.ts";
import type { ContactMessage, Keeper } from "./keeper.ts";

const ADDRESS = /^[^\s@<>,;:"'()[\]\\]+@[^\s@<>,;:"'()[\]\\]+\.[^\s@<>,;:"'()[\]\\]+$/;

export const contactMessages: Keeper = {
  async create({ db, now, forwardMessage }, payload, writable) {
    const values = checkPayload("contact_messages", payload, writable, "create") as ContactMessage;
    if (!ADDRESS.test(values.email))
      throw failedValidation("email", "email", "Value has to be an e-mail address.");
    const id = newId(now.getTime());
    await db
      .insertInto("contact_messages")
      .values({ id, ...values, date_created: now.toISOString(), state: "open" })
      .execute();
    await forwardMessage?.(db, values);
    return id;
  },

  async update({ db }, id, payload, writable) {
    const values = checkPayload("contact_messages", payload, writable, "update");
    if (Object.keys(values).length > 0)
      await db.updateTable("contact_messages").set(values).where("id", "=", id).execute();
    const found = await db
      .selectFrom("contact_messages")
      .select("id")
      .where("id", "=", id)
      .executeTakeFirst();
    return found?.id;
  },

  async remove({ db }, id) {
    const { numDeletedRows } = await db
      .deleteFrom("contact_messages")
      .where("id", "=", id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
};
