import { COLLECTIONS } from "../../contract/collections.ts";
import { type Access, all } from "../content/access.ts";
import type { ContractCollection, Services } from "./services.ts";

/** The site's own texts. Which there are is decided by its paths; operators say what stands in them. */
const access: Access = {
  visitor: { read: all },
  person: { read: all },
  operator: { read: all, update: { rows: all, fields: ["title", "body"] } },
  "templates:write": { read: all },
  "messages:read": { read: all },
};

export function pages({ catalogue }: Services): ContractCollection<"pages"> {
  return {
    name: "pages",
    fields: COLLECTIONS.pages,
    access,
    underItems: true,
    isPublic: true,
    logged: "page",
    order: [{ field: "id", descending: false }],
    afterWrite: catalogue.refresh,

    async update({ db, check, reachable, now }, id, payload) {
      const values = check(payload);
      const { numUpdatedRows } = await db
        .updateTable("pages")
        .set({ ...values, date_updated: now.toISOString(), origin: null })
        .where("id", "=", id)
        .where(reachable)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return undefined;
      await catalogue.bump(db);
      return id;
    },
  };
}
