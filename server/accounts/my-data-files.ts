import { sql } from "kysely";
import { MAX_DELIVERIES, MAX_WEBHOOKS } from "../../contract/people/webhooks.ts";
import type { Database, Db } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { MY_DATA_ROWS } from "../limits/limits.ts";
import type { ZipEntry } from "../request/zip-stream.ts";
import { listApps } from "./apps.ts";
import { listPasskeys } from "./passkeys.ts";

/**
 * The files of "my data". Each is asked of the database when the one before has been sent: long lists a few rows at a time,
 * documents and pictures one by one. Secrets are not data about a person: no password hashes, no session tokens, no keys.
 */
export async function* gatherMyData({ db }: Database, userId: string): AsyncGenerator<ZipEntry> {
  const account = await withDatabase(() => readAccount(db, userId));
  const files = await withDatabase(() => readFiles(db, userId));
  yield { name: "account.json", content: asJson(async () => account) };
  yield { name: "profile.json", content: asJson(() => readProfile(db, userId)) };
  yield { name: "sessions.json", content: asJson(() => readSessions(db, userId)) };
  yield { name: "api-keys.json", content: asJson(() => readKeys(db, userId)) };
  yield { name: "connected-apps.json", content: asJson(() => listApps(db, userId)) };
  yield { name: "webhooks.json", content: asJson(() => readWebhooks(db, userId)) };
  yield { name: "sign-in-methods.json", content: asJson(() => readSignInMethods(db, userId)) };
  yield { name: "passkeys.json", content: asJson(() => listPasskeys({ db }, userId)) };
  yield { name: "saved-templates.json", content: asJson(() => readSaved(db, userId)) };
  yield { name: "history.json", content: asList(readHistory(db, userId)) };
  yield { name: "exports.json", content: asJson(() => readExports(db, userId)) };
  yield { name: "ratings.json", content: asJson(() => readRatings(db, userId)) };
  yield { name: "jobs.json", content: asJson(() => readJobs(db, userId)) };
  yield { name: "translations.json", content: asJson(() => readTranslations(db, userId)) };
  yield { name: "details.json", content: asList(readDetails(db, userId)) };
  yield { name: "drafts.json", content: asJson(() => readDrafts(db, userId)) };
  yield { name: "documents.json", content: asList(readDocuments(db, userId)) };
  // The address in a message was typed: only a person who has confirmed that address gets the message.
  const address = account?.emailVerified ? account.email : null;
  yield { name: "messages.json", content: asList(readMessages(db, userId, address)) };
  yield { name: "files.json", content: asJson(async () => files) };
  for (const { id, type } of files)
    yield { name: `files/${id}.${type.split("/")[1]}`, content: readBytes(db, id) };
}

async function* asJson(read: () => Promise<unknown>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify((await withDatabase(read)) ?? null, null, 2)}\n`);
}

/** A list with one item a line; each is JSON already. */
async function* asList(items: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let before = "[\n";
  for await (const item of items) {
    yield Buffer.from(before + item);
    before = ",\n";
  }
  yield Buffer.from(before === "[\n" ? "[]\n" : "\n]\n");
}

function readAccount(db: Db, userId: string) {
  return db
    .selectFrom("auth_user")
    .select(["id", "name", "email", "emailVerified", "role", "twoFactorEnabled", "createdAt", "updatedAt"])
    .where("id", "=", userId)
    .executeTakeFirst();
}

function readProfile(db: Db, userId: string) {
  return db
    .selectFrom("user")
    .select(["id", "avatar", "name", "profession", "email", "phone_number", "bio", "photo", "language"])
    .where("id", "=", userId)
    .executeTakeFirst();
}

function readSessions(db: Db, userId: string) {
  return db
    .selectFrom("auth_session")
    .select(["createdAt", "updatedAt", "expiresAt", "ipAddress", "userAgent", "signedInWith"])
    .where("userId", "=", userId)
    .execute();
}

/** The password, without it, and the identity at the OpenID Connect provider. */
function readSignInMethods(db: Db, userId: string) {
  return db
    .selectFrom("auth_account")
    .select(["providerId as method", "accountId as id", "createdAt"])
    .where("userId", "=", userId)
    .orderBy("id")
    .execute();
}

function readKeys(db: Db, userId: string) {
  return db
    .selectFrom("access_tokens")
    .select(["name", "hint", "scope as scopes", "created_at", "ends_at", "last_used_at", "revoked_at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

/** Without their secrets, and with what was sent to them last. */
async function readWebhooks(db: Db, userId: string) {
  const webhooks = await db
    .selectFrom("webhooks")
    .select(["id", "url", "events", "date_created", "date_secret", "date_off", "off_reason"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  const deliveries = await db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhooks", "webhooks.id", "delivery.webhooks_id")
    .select(["delivery.webhooks_id as webhook", "delivery.event", "delivery.body", "delivery.attempts"])
    .select(["delivery.status", "delivery.problem", "delivery.date_created", "delivery.date_sent"])
    .where("webhooks.user_id", "=", userId)
    .orderBy("delivery.id", "desc")
    .limit(MAX_WEBHOOKS * MAX_DELIVERIES)
    .execute();
  return { webhooks, deliveries };
}

/** Without their rows, which are deleted as they are made, and their results, which are downloaded. */
function readJobs(db: Db, userId: string) {
  return db
    .selectFrom("jobs")
    .innerJoin("templates", "templates.id", "jobs.templates_id")
    .select(["templates.url as template", "jobs.rows", "jobs.state", "jobs.date_created", "date_finished"])
    .where("jobs.user_id", "=", userId)
    .orderBy("jobs.id")
    .execute();
}

function readSaved(db: Db, userId: string) {
  return db
    .selectFrom("saved_templates")
    .innerJoin("saved_templates_templates as entry", "entry.saved_templates_id", "saved_templates.id")
    .innerJoin("templates", "templates.id", "entry.templates_id")
    .select(["templates.id", "templates.template_name", "templates.url"])
    .where("saved_templates.user_id", "=", userId)
    .orderBy("entry.position")
    .execute();
}

/** A few at most (MAX_DRAFTS), with the comments on them. */
async function readDrafts(db: Db, userId: string) {
  const drafts = await db
    .selectFrom("template_drafts")
    .select([
      "id",
      "templates_id",
      "state",
      "template_name",
      "type",
      "category",
      "slug",
      "description",
      "words",
    ])
    .select([
      "title",
      "content",
      "fields",
      "sample",
      "page",
      "theme",
      "licence",
      "date_created",
      "date_updated",
    ])
    .where("owner_id", "=", userId)
    .execute();
  const comments = await db
    .selectFrom("draft_comments")
    .select(["template_drafts_id", "kind", "words", "date_created"])
    .where("user_id", "=", userId)
    .execute();
  return { drafts, comments };
}

/** One row for each template at most. */
function readExports(db: Db, userId: string) {
  return db
    .selectFrom("exports")
    .innerJoin("templates", "templates.id", "exports.templates_id")
    .select(["templates.url as template", "exports.date_created", "exports.date_updated"])
    .where("exports.user_id", "=", userId)
    .orderBy("exports.id")
    .execute();
}

/** With the sentence that an operator has hidden: it is still theirs. */
function readRatings(db: Db, userId: string) {
  return db
    .selectFrom("ratings")
    .innerJoin("templates", "templates.id", "ratings.templates_id")
    .select([
      "templates.url as template",
      "stars",
      "hidden",
      "ratings.state",
      "ratings.date_created",
      "ratings.date_updated",
    ])
    .select(sql<string | null>`coalesce(ratings.hidden_words, ratings.words)`.as("words"))
    .where("ratings.user_id", "=", userId)
    .orderBy("ratings.id")
    .execute();
}

/** Some thousand at most: their number is limited by hour, and that of open ones. */
function readTranslations(db: Db, userId: string) {
  return db
    .selectFrom("translations")
    .select(["language", "message", "suggestion", "comment", "state", "date_created"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

/** Slices of a list by the place where the one before ended. */
async function* inSlices<Row extends { id: string; date_created: string }>(
  readAfter: (last: Pick<Row, "id" | "date_created">) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let last: Pick<Row, "id" | "date_created"> = { id: "", date_created: "" }; ; ) {
    const rows = await withDatabase(() => readAfter(last));
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    last = end;
  }
}

async function* readHistory(db: Db, userId: string): AsyncGenerator<string> {
  const rows = inSlices(({ date_created, id }) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom("history")
          .select(["id", "date_created", "action", "title"])
          .where("user_id", "=", userId)
          .where(sql<boolean>`(date_created, id) > (${date_created}, ${id})`)
          .orderBy("date_created")
          .orderBy("id")
          .limit(MY_DATA_ROWS)
          .as("used"),
      )
      .leftJoin("history_templates as entry", "entry.history_id", "used.id")
      .leftJoin("templates", "templates.id", "entry.templates_id")
      .select(["used.id", "used.date_created", "used.action", "used.title", "templates.url as template"])
      .orderBy("used.date_created")
      .orderBy("used.id")
      .execute(),
  );
  for await (const { id, ...row } of rows) yield JSON.stringify(row);
}

async function* readMessages(db: Db, userId: string, address: string | null): AsyncGenerator<string> {
  const rows = inSlices(({ date_created, id }) =>
    db
      .selectFrom("contact_messages")
      .select(["id", "name", "email", "subject", "message", "date_created", "state"])
      .where((eb) => eb.or([eb("user_id", "=", userId), eb("email", "=", address)]))
      .where(sql<boolean>`(date_created, id) > (${date_created}, ${id})`)
      .orderBy("date_created")
      .orderBy("id")
      .limit(MY_DATA_ROWS)
      .execute(),
  );
  for await (const row of rows) yield JSON.stringify(row);
}

/** One at a time, because one may be megabytes; its data and theme are JSON already and are not read. */
async function* readDocuments(db: Db, userId: string): AsyncGenerator<string> {
  const ids = await withDatabase(() =>
    db.selectFrom("documents").select("id").where("user_id", "=", userId).orderBy("id").execute(),
  );
  for (const { id } of ids) {
    const found = await withDatabase(() =>
      db
        .selectFrom("documents")
        .leftJoin("templates", "templates.id", "documents.templates_id")
        .select(["documents.id", "documents.title", "documents.date_created", "documents.date_updated"])
        .select("documents.date_deleted")
        .leftJoin("template_versions", "template_versions.id", "documents.template_versions_id")
        .select(["templates.url as template", "template_versions.number as template_version"])
        .select(["documents.data", "documents.theme", "documents.kept", "documents.invoice"])
        .where("documents.id", "=", id)
        .where("documents.user_id", "=", userId)
        .executeTakeFirst(),
    );
    // Deleted in the meantime.
    if (!found) continue;
    const labels = await withDatabase(() =>
      db
        .selectFrom("document_labels")
        .select("label")
        .where("documents_id", "=", id)
        .orderBy("label")
        .execute(),
    );
    const { data, theme, kept: leftovers, invoice, ...plain } = found;
    const rest = { ...plain, labels: labels.map(({ label }) => label) };
    const parts = `"theme":${theme},"kept":${leftovers},"invoice":${invoice},"data":${data}`;
    yield `${JSON.stringify(rest).slice(0, -1)},${parts}}`;
  }
}

/** One at a time, because of their pictures; the values are JSON already and are not parsed. */
async function* readDetails(db: Db, userId: string): AsyncGenerator<string> {
  const mine = db.selectFrom("details").where("user_id", "=", userId);
  const ids = await withDatabase(() => mine.select("id").orderBy("id").execute());
  for (const { id } of ids) {
    const found = await withDatabase(() =>
      mine
        .select(["label", "is_default", "words", "date_created", "date_updated"])
        .where("id", "=", id)
        .executeTakeFirst(),
    );
    if (!found) continue;
    const { words, ...plain } = found;
    yield `${JSON.stringify(plain).slice(0, -1)},"words":${words}}`;
  }
}

function readFiles(db: Db, userId: string) {
  return db
    .selectFrom("files")
    .select(["id", "title", "type", "uploaded_on"])
    .where("uploaded_by", "=", userId)
    .orderBy("id")
    .execute();
}

async function* readBytes(db: Db, id: string): AsyncGenerator<Uint8Array> {
  const found = await withDatabase(() =>
    db.selectFrom("file_contents").select("bytes").where("file_id", "=", id).executeTakeFirst(),
  );
  if (found) yield found.bytes;
}
