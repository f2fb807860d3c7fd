import { sql } from "kysely";
import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { AVATAR_PLACEHOLDER, isAvatar } from "../../contract/people/avatar.ts";
import { templatesOfAuthor } from "../catalogue/template-authors.ts";
import { all, own, type Permissions } from "../content/access.ts";
import type { Db } from "../database/connect.ts";
import {
  emailChangesElsewhere,
  failedValidation,
  forbiddenItem,
  invalidForeignKey,
} from "../errors/errors.ts";
import type { Viewer } from "../request/viewer.ts";
import { handOver, ofVerifiedPeople } from "./people-of-keys.ts";
import type { ContractCollection, Services } from "./services.ts";

/** Profiles are made by signing up and removed with the account; only their own person changes them. */
const mine = own("id");
const ownProfile: Permissions = {
  read: mine,
  update: {
    rows: mine,
    fields: ["name", "profession", "phone_number", "bio", "avatar", "photo", "language"],
  },
};

const ofPeople = ofVerifiedPeople("id");
const profilesOfPeople: Permissions = {
  read: ofPeople,
  update: { rows: ofPeople, fields: ["name", "profession", "phone_number", "bio", "avatar", "photo"] },
};

/** The fields shown on an author's page. */
const SHOWN_OF_AUTHORS = ["name", "bio", "avatar", "photo"] as const;

export function user({ catalogue }: Pick<Services, "catalogue">): ContractCollection<"user"> {
  /** Runs in the transaction that changes an author's name, bio or photo: pages that show them are rendered again. */
  async function tellOfAuthor(db: Db, id: string): Promise<void> {
    const templates = await templatesOfAuthor(db, id);
    if (templates.length > 0) await catalogue.bump(db, templates);
  }

  return {
    name: "user",
    fields: COLLECTIONS.user,
    access: {
      person: ownProfile,
      operator: { ...ownProfile, read: all },
      "people:write": profilesOfPeople,
    },
    underItems: true,
    afterWrite: catalogue.refresh,

    async update({ db, viewer, check, reachable }, id, payload) {
      const stored = await db
        .selectFrom("user")
        .selectAll()
        .where("id", "=", id)
        .where(reachable)
        .executeTakeFirst();
      if (!stored) return undefined;
      const { id: sentId, email, ...rest } = payload;
      // The whole profile may be sent, so unchanged values are accepted as they are.
      if (sentId !== undefined && sentId !== stored.id) throw forbiddenItem();
      if (email !== undefined && email !== stored.email) throw emailChangesElsewhere();
      const values = check(rest);
      // A path that was accepted earlier doesn't prevent saving the profile; it isn't shown.
      if (typeof values.avatar === "string" && values.avatar !== stored.avatar)
        await requireAvatar(db, viewer, values.avatar, stored.id);
      if (typeof values.photo === "string") {
        await handOver(db, viewer, values.photo, stored.id);
        await requireOwnFile(db, "photo", values.photo, values.photo, stored.id);
      }
      if (Object.keys(values).length > 0) {
        await db.updateTable("user").set(values).where("id", "=", stored.id).execute();
        if (SHOWN_OF_AUTHORS.some((name) => name in values && values[name] !== stored[name]))
          await tellOfAuthor(db, stored.id);
      }
      if ("photo" in values && stored.photo && values.photo !== stored.photo)
        await removeReplacedPhoto(db, stored.photo);
      return stored.id;
    },
  };
}

async function requireAvatar(db: Db, viewer: Viewer, avatar: string, owner: string): Promise<void> {
  if (avatar === AVATAR_PLACEHOLDER) return;
  if (!isAvatar(avatar))
    throw failedValidation(
      "avatar",
      "path",
      `Value must be the path of a picture on this site: /assets/{id} or ${AVATAR_PLACEHOLDER}.`,
    );
  // Everyone sees an author's avatar: it must not be another person's upload.
  const file = avatar.slice("/assets/".length);
  await handOver(db, viewer, file, owner);
  await requireOwnFile(db, "avatar", avatar, file, owner);
}

async function requireOwnFile(
  db: Db,
  field: "avatar" | "photo",
  value: string,
  file: string,
  owner: string,
): Promise<void> {
  const found = await db
    .selectFrom("files")
    .select("id")
    .where("id", "=", file)
    .where("uploaded_by", "=", owner)
    .executeTakeFirst();
  if (!found) throw invalidForeignKey("user", field, value);
}

async function removeReplacedPhoto(db: Db, photo: string): Promise<void> {
  await sql`delete from files where id = ${photo} and purpose = 'upload'`.execute(db);
}
