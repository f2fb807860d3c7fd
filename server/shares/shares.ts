import { createHash, timingSafeEqual } from "node:crypto";
import {
  firstWorkingDay,
  type OwnShare,
  type Share,
  type SharedContent,
  type SharedDocument,
} from "../../contract/people/shares.ts";
import { pageFile } from "../../contract/templates/template-file.ts";
import type { Database, Db } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { newId } from "../database/ids.ts";
import { ANY_PAGE } from "../rendering/requests/template-source.ts";

/**
 * One link per document, with which anyone can read its current state. The secret in the link is derived from
 * the share's id with the site's key, so that its owner can see it again; the database has only its hash.
 */
export type Shares = {
  /** The share of a document of this person's; null when there is none, undefined when the document isn't theirs. */
  find(owner: string, document: string): Promise<Share | null | undefined>;
  /** All of this person's. */
  list(owner: string): Promise<OwnShare[]>;
  /** Makes one, or changes until when it works; undefined when the document isn't theirs. */
  make(owner: string, document: string, ends: string | null): Promise<Share | undefined>;
  /** False when the document isn't theirs. */
  end(owner: string, document: string): Promise<boolean>;
  /** What the secret of a link leads to; undefined when it is unknown, switched off or over. */
  read(secret: string): Promise<SharedDocument | undefined>;
  readContent(
    secret: string,
  ): Promise<(SharedContent & { owner: string; versionId: string | null }) | undefined>;
  countOpening(secret: string): Promise<void>;
};

/** As many characters as a secret has. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

export function createShares(
  { db }: Pick<Database, "db">,
  sign: (purpose: string, text: string) => string,
): Shares {
  const secretOf = (id: string) => sign("share", id);

  const shown = (row: ShareRow): Share => {
    const secret = secretOf(row.id);
    const { ends, opened, date_created } = row;
    return {
      path: isHashOf(row.secret_hash, secret) ? `/shared/${secret}` : null,
      ends,
      opened,
      date_created,
    };
  };

  /** Not locked: if two tabs create a link at once, the unique document in the table decides. */
  async function make(owner: string, document: string, ends: string | null): Promise<Share | undefined> {
    if (!(await isOwner(db, owner, document))) return undefined;
    const stored = await readShare(db, document);
    if (stored && isHashOf(stored.secret_hash, secretOf(stored.id))) {
      await db.updateTable("shares").set({ ends }).where("id", "=", stored.id).execute();
      return shown({ ...stored, ends });
    }
    const id = newId();
    const row = {
      id,
      documents_id: document,
      secret_hash: hashOf(secretOf(id)),
      ends,
      opened: 0,
      date_created: new Date().toISOString(),
    };
    await db.transaction().execute(async (db) => {
      if (stored) await db.deleteFrom("shares").where("id", "=", stored.id).execute();
      await db
        .insertInto("shares")
        .values(row)
        .onConflict((conflict) => conflict.column("documents_id").doNothing())
        .execute();
    });
    const made = await readShare(db, document);
    return made && shown(made);
  }

  const working = (secret: string) =>
    db
      .selectFrom("shares")
      .innerJoin("documents", "documents.id", "shares.documents_id")
      .innerJoin("templates", "templates.id", "documents.templates_id")
      .innerJoin("auth_user", "auth_user.id", "documents.user_id")
      .where("shares.secret_hash", "=", hashOf(secret))
      .where("auth_user.disabledAt", "is", null)
      .where("documents.date_deleted", "is", null)
      .where((eb) =>
        eb.or([eb("shares.ends", "is", null), eb("shares.ends", ">=", firstWorkingDay(new Date()))]),
      );

  return {
    find: (owner, document) =>
      withDatabase(async () => {
        if (!(await isOwner(db, owner, document))) return undefined;
        const row = await readShare(db, document);
        return row ? shown(row) : null;
      }),
    list: (owner) =>
      withDatabase(() =>
        db
          .selectFrom("shares")
          .innerJoin("documents", "documents.id", "shares.documents_id")
          .select(["shares.documents_id", "shares.ends", "shares.opened", "shares.date_created"])
          .where("documents.user_id", "=", owner)
          .where("documents.date_deleted", "is", null)
          .orderBy("shares.date_created", "desc")
          .limit(MAX_LISTED)
          .execute(),
      ),
    make: (owner, document, ends) => withDatabase(() => make(owner, document, ends)),
    end: (owner, document) =>
      withDatabase(async () => {
        if (!(await isOwner(db, owner, document))) return false;
        await db.deleteFrom("shares").where("documents_id", "=", document).execute();
        return true;
      }),
    read: (secret) =>
      withDatabase(async () => {
        if (!SECRET.test(secret)) return undefined;
        const row = await working(secret)
          .leftJoin("types", "types.id", "templates.type")
          .select([
            "documents.title",
            "documents.date_updated",
            "shares.ends",
            "auth_user.name as by",
            "types.singular",
            "templates.template_name",
            "templates.url",
            "templates.page",
            "templates.published",
          ])
          .executeTakeFirst();
        if (!row) return undefined;
        const { title, date_updated, ends, by } = row;
        const page = pageFile.safeParse(JSON.parse(row.page)).data ?? ANY_PAGE;
        return {
          ...{ title, date_updated, ends, by, singular: row.singular ?? "Document" },
          template: { name: row.template_name, url: row.url, page, isPublished: row.published === 1 },
        };
      }),
    readContent: (secret) =>
      withDatabase(async () => {
        if (!SECRET.test(secret)) return undefined;
        const row = await working(secret)
          .select([
            "documents.title",
            "documents.user_id",
            "documents.data",
            "documents.theme",
            "documents.template_versions_id",
            "templates.id",
            "templates.url",
          ])
          .executeTakeFirst();
        if (!row) return undefined;
        const { title, id, url, user_id } = row;
        return {
          ...{ title, templateId: id, versionId: row.template_versions_id, url, owner: user_id },
          data: JSON.parse(row.data),
          theme: JSON.parse(row.theme),
        };
      }),
    countOpening: (secret) =>
      withDatabase(async () => {
        await db
          .updateTable("shares")
          .set((eb) => ({ opened: eb("opened", "+", 1) }))
          .where("secret_hash", "=", hashOf(secret))
          .execute();
      }),
  };
}

/** More than a person may have documents, unless the operator allows it. */
const MAX_LISTED = 10_000;

type ShareRow = {
  id: string;
  secret_hash: string;
  ends: string | null;
  opened: number;
  date_created: string;
};

function readShare(db: Db, document: string): Promise<ShareRow | undefined> {
  return db
    .selectFrom("shares")
    .select(["id", "secret_hash", "ends", "opened", "date_created"])
    .where("documents_id", "=", document)
    .executeTakeFirst();
}

async function isOwner(db: Db, owner: string, document: string): Promise<boolean> {
  const found = await db
    .selectFrom("documents")
    .select("id")
    .where("id", "=", document)
    .where("user_id", "=", owner)
    .where("date_deleted", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

function isHashOf(hash: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(secret)));
}
