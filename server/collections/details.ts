import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { MAX_DETAILS, MAX_DETAILS_BODY_BYTES, MAX_DETAILS_LABEL } from "../../contract/limits.ts";
import { type MeaningValues, NO_VALUES, readLabel, readValues } from "../../contract/people/details.ts";
import { own, ownerOf, type Permissions, requireOwner, requireSameOwner } from "../content/access.ts";
import { readRevision } from "../content/payload.ts";
import type { Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { failedValidation, preconditionFailed, quotaExceeded } from "../errors/errors.ts";
import { asMessage, messageFor } from "../errors/messages.ts";
import { lockUsage } from "../limits/quotas.ts";
import type { ContractCollection } from "./services.ts";

const mine = own("user_id");
const ownDetails: Permissions = {
  read: mine,
  create: ["user_id", "label", "is_default", "words"],
  update: { rows: mine, fields: ["user_id", "label", "is_default", "words", "rev"] },
  delete: mine,
};

/** A person's details, one row per sender. Only the person reads them; operators don't. */
export const details: ContractCollection<"details"> = {
  name: "details",
  fields: COLLECTIONS.details,
  access: { person: ownDetails, operator: ownDetails },
  underItems: true,
  maxBodyBytes: MAX_DETAILS_BODY_BYTES,
  hasQuota: true,
  order: [{ field: "date_created", descending: false }],

  /** The first set is always the default. */
  async create(write, payload) {
    const { db, dialect, now } = write;
    const { label, words, is_default } = write.check(payload);
    const owner = requireOwner(write.viewer, payload, "details");
    const values = { label: requireLabel(label), words: requireValues(words) };
    await lockUsage(db, dialect, owner);
    const others = await db.selectFrom("details").select("id").where("user_id", "=", owner).execute();
    if (others.length >= MAX_DETAILS)
      throw quotaExceeded(messageFor("count_senders", { used: others.length, allowed: MAX_DETAILS }), {
        quota: "senders",
        used: others.length,
        allowed: MAX_DETAILS,
        needed: 1,
      });
    const id = newId(now.getTime());
    await db
      .insertInto("details")
      .values({
        id,
        user_id: owner,
        ...values,
        is_default: 0,
        rev: 1,
        date_created: now.toISOString(),
        date_updated: now.toISOString(),
      })
      .execute();
    if (is_default === 1 || others.length === 0) await makeDefault(db, owner, id);
    return id;
  },

  /**
   * A change that names its base revision is refused if the details have changed since, so that a second tab doesn't overwrite
   * them.
   */
  async update({ db, dialect, viewer, now, base, check, reachable }, id, payload) {
    const { rev, is_default, label, words } = check(payload);
    const owner = ownerOf(viewer);
    if (!owner) return undefined;
    const values = {
      ...(label === undefined ? {} : { label: requireLabel(label) }),
      ...(words === undefined ? {} : { words: requireValues(words) }),
    };
    // Before the row itself, so that two requests never wait for each other.
    await lockUsage(db, dialect, owner);
    const stored = await db
      .selectFrom("details")
      .selectAll()
      .where("id", "=", id)
      .where(reachable)
      .executeTakeFirst();
    if (!stored) return undefined;
    requireSameOwner(payload, stored);
    const startedFrom = base ?? readRevision(rev);
    if (startedFrom !== undefined && startedFrom !== stored.rev)
      throw preconditionFailed(messageFor("details_changed", { rev: stored.rev, base: startedFrom }), {
        id: stored.id,
        label: stored.label,
        is_default: stored.is_default,
        words: JSON.parse(stored.words),
        rev: stored.rev,
        date_updated: stored.date_updated,
      });
    // The default isn't part of the revision: a tab that has the details open need not reload them.
    if (is_default === 1) await makeDefault(db, owner, id);
    if (Object.keys(values).length > 0)
      await db
        .updateTable("details")
        .set({ ...values, rev: stored.rev + 1, date_updated: now.toISOString() })
        .where("id", "=", id)
        .execute();
    return id;
  },

  /** The oldest set becomes the default. */
  async remove({ db, dialect, viewer, reachable }, id) {
    const owner = ownerOf(viewer);
    if (!owner) return false;
    await lockUsage(db, dialect, owner);
    const deleted = await db
      .deleteFrom("details")
      .where("id", "=", id)
      .where(reachable)
      .returning("is_default")
      .executeTakeFirst();
    if (!deleted) return false;
    if (deleted.is_default === 0) return true;
    const oldest = await db
      .selectFrom("details")
      .select("id")
      .where("user_id", "=", owner)
      .orderBy("date_created")
      .orderBy("id")
      .executeTakeFirst();
    if (oldest) await makeDefault(db, owner, oldest.id);
    return true;
  },
};

async function makeDefault(db: Db, owner: string, id: string): Promise<void> {
  await db
    .updateTable("details")
    .set((eb) => ({ is_default: eb.case().when("id", "=", id).then(1).else(0).end() }))
    .where("user_id", "=", owner)
    .execute();
}

function requireLabel(given: string): string {
  const label = readLabel(given);
  if (label === undefined)
    throw failedValidation("label", "length", messageFor("label_length", { most: MAX_DETAILS_LABEL }));
  return label;
}

/** As they are stored: in one form only, so that every browser can read what another wrote. */
function requireValues(given: string | undefined): string {
  if (given === undefined) return JSON.stringify(NO_VALUES);
  const { values, problems } = readValues(JSON.parse(given));
  const [first] = problems;
  if (first !== undefined) throw failedValidation("words", "format", asMessage(first));
  return JSON.stringify(values satisfies MeaningValues);
}
