import { strToU8, type Zippable, zip } from "fflate";
import { Hono } from "hono";
import type { Database } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { forbiddenItem, requestsExceeded } from "../kernel/errors.ts";
import type { RequestEnv } from "../kernel/request.ts";
import type { WhoIs } from "../kernel/viewer.ts";
import { MY_DATA } from "../limits/limits.ts";
import { createStoredLimits, type Limit } from "../limits/stored-limits.ts";

type Parts = { database: Database; whoIs: WhoIs };

/** GET /auth/my-data: everything kept about the person who asks, as a ZIP of JSON files and pictures. */
export function myDataRoutes({ database, whoIs }: Parts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const limits = createStoredLimits(database);
  app.get("/auth/my-data", async (c) => {
    const viewer = await whoIs(c.req.raw);
    if (viewer.role === "visitor" || !viewer.userId) throw forbiddenItem();
    const { userId } = viewer;
    const exceeded = await limits.take([limitOf(userId)]);
    if (exceeded) throw requestsExceeded(exceeded.retryAfter);
    const packed = await pack(await withDatabase(() => gather(database, userId)));
    return c.body(packed, 200, {
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="my-data.zip"',
      "cache-control": "private, no-store",
    });
  });
  return app;
}

function limitOf(userId: string): Limit {
  return { about: ["my data", userId], ...MY_DATA, afterSuccess: "keep" };
}

/** Secrets are not data about a person: no password hashes, no session tokens. */
async function gather({ db }: Database, userId: string): Promise<Zippable> {
  const account = await db
    .selectFrom("auth_user")
    .select(["id", "name", "email", "emailVerified", "role", "createdAt", "updatedAt"])
    .where("id", "=", userId)
    .executeTakeFirst();
  const profile = await db.selectFrom("user").selectAll().where("id", "=", userId).executeTakeFirst();
  const sessions = await db
    .selectFrom("auth_session")
    .select(["createdAt", "updatedAt", "expiresAt", "ipAddress", "userAgent"])
    .where("userId", "=", userId)
    .execute();
  const saved = await db
    .selectFrom("saved_templates")
    .innerJoin("saved_templates_templates as entry", "entry.saved_templates_id", "saved_templates.id")
    .innerJoin("templates", "templates.id", "entry.templates_id")
    .select(["templates.id", "templates.template_name", "templates.url"])
    .where("saved_templates.user_id", "=", userId)
    .orderBy("entry.position")
    .execute();
  const history = await db
    .selectFrom("history")
    .leftJoin("history_templates as entry", "entry.history_id", "history.id")
    .leftJoin("templates", "templates.id", "entry.templates_id")
    .select(["history.date_created", "history.action", "history.title", "templates.url as template"])
    .where("history.user_id", "=", userId)
    .orderBy("history.date_created")
    .execute();
  const documents = await db
    .selectFrom("documents")
    .leftJoin("templates", "templates.id", "documents.templates_id")
    .select([
      "documents.id",
      "documents.title",
      "documents.data",
      "documents.theme",
      "documents.date_created",
      "documents.date_updated",
      "templates.url as template",
    ])
    .where("documents.user_id", "=", userId)
    .execute();
  const files = await db
    .selectFrom("files")
    .innerJoin("file_contents", "file_contents.file_id", "files.id")
    .select(["files.id", "files.title", "files.type", "files.uploaded_on", "file_contents.bytes"])
    .where("files.uploaded_by", "=", userId)
    .execute();
  const messages = account
    ? await db.selectFrom("contact_messages").selectAll().where("email", "=", account.email).execute()
    : [];
  return {
    "account.json": json(account),
    "profile.json": json(profile),
    "sessions.json": json(sessions),
    "saved-templates.json": json(saved),
    "history.json": json(history),
    "documents.json": json(documents.map(openDocument)),
    "messages.json": json(messages),
    "files.json": json(files.map(({ bytes: _, ...file }) => file)),
    ...Object.fromEntries(
      files.map(({ id, type, bytes }) => [`files/${id}.${type.split("/")[1]}`, new Uint8Array(bytes)]),
    ),
  };
}

/** Kept as text or as JSON, depending on the database. */
function openDocument<Row extends { data: unknown; theme: unknown }>(row: Row) {
  const open = (value: unknown) => (typeof value === "string" ? JSON.parse(value) : value);
  return { ...row, data: open(row.data), theme: open(row.theme) };
}

function json(value: unknown): Uint8Array {
  return strToU8(`${JSON.stringify(value ?? null, null, 2)}\n`);
}

function pack(files: Zippable): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    zip(files, { level: 6 }, (error, packed) => (error ? reject(error) : resolve(packed)));
  });
}
