import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { type Access, all, type Permissions } from "../content/access.ts";
import { withDatabase } from "../database/database-errors.ts";
import { newId } from "../database/ids.ts";
import { failedValidation, listExceeded, requestsExceeded } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { CONTACT_MESSAGES } from "../limits/limits.ts";
import { addressGroup } from "../limits/rate-limit.ts";
import type { Limit } from "../limits/stored-limits.ts";
import type { ContractCollection, Services } from "./services.ts";

/** The sender of a message may not read messages, except the one just sent. */
const send: Permissions = { create: ["name", "email", "subject", "message"], readAfterWrite: all };

const access: Access = {
  visitor: send,
  person: send,
  operator: { ...send, read: all, update: { rows: all, fields: ["state"] }, delete: all },
  "messages:read": { read: all },
};

const ADDRESS = /^[^\s@<>,;:"'()[\]\\]+@[^\s@<>,;:"'()[\]\\]+\.[^\s@<>,;:"'()[\]\\]+$/;

export function contactMessages({
  limits,
  forwardMessage,
  announce,
}: Services): ContractCollection<"contact_messages"> {
  return {
    name: "contact_messages",
    fields: COLLECTIONS.contact_messages,
    access,
    underItems: true,

    async beforeCreate({ viewer, clientAddress, count }) {
      if (viewer.role === "operator") return;
      const limit: Limit = {
        about: ["contact message", addressGroup(clientAddress)],
        ...CONTACT_MESSAGES,
        amount: count,
        afterSuccess: "keep",
      };
      const exceeded = await withDatabase(() => limits.take([limit]));
      if (!exceeded) return;
      throw count > 1
        ? listExceeded(count, CONTACT_MESSAGES, exceeded.retryAfter)
        : requestsExceeded(exceeded.retryAfter);
    },

    async create({ db, viewer, now, check }, payload) {
      const values = check(payload);
      if (!ADDRESS.test(values.email)) throw failedValidation("email", "email", messageFor("email_address"));
      const id = newId(now.getTime());
      await db
        .insertInto("contact_messages")
        .values({
          id,
          ...values,
          date_created: now.toISOString(),
          state: "open",
          user_id: viewer.role === "visitor" ? null : viewer.userId,
        })
        .execute();
      await forwardMessage?.(db, values);
      await announce.messageReceived(db, id);
      return id;
    },

    async update({ db, check, reachable }, id, payload) {
      const values = check(payload);
      if (Object.keys(values).length > 0)
        await db.updateTable("contact_messages").set(values).where("id", "=", id).where(reachable).execute();
      const found = await db
        .selectFrom("contact_messages")
        .select("id")
        .where("id", "=", id)
        .where(reachable)
        .executeTakeFirst();
      return found?.id;
    },
  };
}
