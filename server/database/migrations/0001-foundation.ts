import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";
import { keepProfilesInStep } from "./0001-profiles.ts";

export async function createFoundation(db: Kysely<unknown>, kinds: ColumnKinds): Promise<void> {
  const { text, integer, real, bytes, moment, flag } = kinds;
  const schema = db.schema;

  await schema
    .createTable("kept_values")
    .addColumn("name", text, (c) => c.primaryKey())
    .addColumn("value", text, (c) => c.notNull())
    .execute();

  await schema
    .createTable("catalogue")
    .addColumn("id", integer, (c) => c.primaryKey())
    .addColumn("version", integer, (c) => c.notNull())
    .execute();
  await (db as Kysely<{ catalogue: { id: number; version: number } }>)
    .insertInto("catalogue")
    .values({ id: 1, version: 1 })
    .execute();

  await schema
    .createTable("auth_user")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("email", text, (c) => c.notNull().unique())
    .addColumn("emailVerified", flag, (c) => c.notNull())
    .addColumn("image", text)
    .addColumn("role", text, (c) => c.notNull().defaultTo("person"))
    .addColumn("disabledAt", text)
    .addColumn("createdAt", moment, (c) => c.notNull())
    .addColumn("updatedAt", moment, (c) => c.notNull())
    .execute();

  await schema
    .createTable("auth_session")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("token", text, (c) => c.notNull().unique())
    .addColumn("userId", text, (c) => c.notNull().references("auth_user.id").onDelete("cascade"))
    .addColumn("expiresAt", moment, (c) => c.notNull())
    .addColumn("ipAddress", text)
    .addColumn("userAgent", text)
    .addColumn("createdAt", moment, (c) => c.notNull())
    .addColumn("updatedAt", moment, (c) => c.notNull())
    .execute();
  await schema.createIndex("auth_session_user").on("auth_session").column("userId").execute();

  await schema
    .createTable("auth_account")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("accountId", text, (c) => c.notNull())
    .addColumn("providerId", text, (c) => c.notNull())
    .addColumn("userId", text, (c) => c.notNull().references("auth_user.id").onDelete("cascade"))
    .addColumn("accessToken", text)
    .addColumn("refreshToken", text)
    .addColumn("idToken", text)
    .addColumn("accessTokenExpiresAt", moment)
    .addColumn("refreshTokenExpiresAt", moment)
    .addColumn("scope", text)
    .addColumn("password", text)
    .addColumn("createdAt", moment, (c) => c.notNull())
    .addColumn("updatedAt", moment, (c) => c.notNull())
    .execute();
  await schema.createIndex("auth_account_user").on("auth_account").column("userId").execute();

  await schema
    .createTable("auth_verification")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("identifier", text, (c) => c.notNull())
    .addColumn("value", text, (c) => c.notNull())
    .addColumn("expiresAt", moment, (c) => c.notNull())
    .addColumn("createdAt", moment, (c) => c.notNull())
    .addColumn("updatedAt", moment, (c) => c.notNull())
    .execute();
  await schema
    .createIndex("auth_verification_identifier")
    .on("auth_verification")
    .column("identifier")
    .execute();

  await schema
    .createTable("auth_rate_limit")
    .addColumn("key", text, (c) => c.primaryKey())
    .addColumn("count", integer, (c) => c.notNull())
    .addColumn("resets", kinds.bigInteger, (c) => c.notNull())
    .execute();
  await schema.createIndex("auth_rate_limit_resets").on("auth_rate_limit").column("resets").execute();

  await schema
    .createTable("mail_outbox")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("recipient", text, (c) => c.notNull())
    .addColumn("reply_to", text)
    .addColumn("subject", text, (c) => c.notNull())
    .addColumn("body", text, (c) => c.notNull())
    .addColumn("attempts", integer, (c) => c.notNull())
    .addColumn("next_try", kinds.bigInteger, (c) => c.notNull())
    .addColumn("expires", kinds.bigInteger)
    .execute();
  await schema.createIndex("mail_outbox_next").on("mail_outbox").column("next_try").execute();

  await schema
    .createTable("files")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("uploaded_by", text, (c) => c.references("auth_user.id").onDelete("cascade"))
    .addColumn("purpose", text, (c) => c.notNull())
    .addColumn("templates_id", text)
    .addColumn("variant", text)
    .addColumn("filename_download", text, (c) => c.notNull())
    .addColumn("title", text, (c) => c.notNull())
    .addColumn("type", text, (c) => c.notNull())
    .addColumn("filesize", integer, (c) => c.notNull())
    .addColumn("width", integer)
    .addColumn("height", integer)
    .addColumn("uploaded_on", text, (c) => c.notNull())
    .execute();
  await schema.createIndex("files_owner").on("files").column("uploaded_by").execute();
  await schema.createIndex("files_template").on("files").columns(["templates_id", "variant"]).execute();

  await schema
    .createTable("file_contents")
    .addColumn("file_id", text, (c) => c.primaryKey().references("files.id").onDelete("cascade"))
    .addColumn("bytes", bytes, (c) => c.notNull())
    .execute();

  await schema
    .createTable("user")
    .addColumn("id", text, (c) => c.primaryKey().references("auth_user.id").onDelete("cascade"))
    .addColumn("avatar", text, (c) => c.notNull())
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("profession", text)
    .addColumn("email", text, (c) => c.notNull().unique())
    .addColumn("phone_number", text)
    .addColumn("bio", text)
    .addColumn("photo", text, (c) => c.references("files.id").onDelete("set null"))
    .execute();
  await schema.createIndex("user_photo").on("user").column("photo").execute();
  await keepProfilesInStep(db);

  await schema
    .createTable("types")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("singular", text, (c) => c.notNull())
    .addColumn("plural", text, (c) => c.notNull())
    .addColumn("description", text, (c) => c.notNull())
    .addColumn("icon", text, (c) => c.notNull())
    .addColumn("sort", integer, (c) => c.notNull())
    .addColumn("categories", text, (c) => c.notNull())
    .addColumn("origin", text)
    .execute();

  await schema
    .createTable("templates")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("type", text, (c) => c.notNull().references("types.id"))
    .addColumn("category", text, (c) => c.notNull())
    .addColumn("slug", text, (c) => c.notNull())
    .addColumn("url", text, (c) => c.notNull().unique())
    .addColumn("content", text, (c) => c.notNull())
    .addColumn("template_name", text, (c) => c.notNull())
    .addColumn("rating", real)
    .addColumn("image", text, (c) => c.references("files.id").onDelete("set null"))
    .addColumn("description", text)
    .addColumn("fields", text, (c) => c.notNull())
    .addColumn("sample", text, (c) => c.notNull())
    .addColumn("page", text, (c) => c.notNull())
    .addColumn("title", text)
    .addColumn("theme", text, (c) => c.notNull())
    .addColumn("used", integer, (c) => c.notNull().defaultTo(0))
    .addColumn("published", integer, (c) => c.notNull().defaultTo(1))
    .addColumn("origin", text)
    .addColumn("source_hash", text)
    .addColumn("version", text, (c) => c.notNull())
    .addColumn("date_created", text, (c) => c.notNull())
    .addColumn("date_updated", text, (c) => c.notNull())
    .execute();
  // Each with the id behind it, because that is the order within equal values and the way from page to page.
  for (const column of [
    "type",
    "category",
    "template_name",
    "rating",
    "used",
    "date_created",
    "date_updated",
    "image",
  ])
    await schema.createIndex(`templates_${column}`).on("templates").columns([column, "id"]).execute();

  await schema
    .createTable("saved_templates")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("user_id", text, (c) => c.notNull().unique().references("user.id").onDelete("cascade"))
    .addColumn("rev", integer, (c) => c.notNull())
    .execute();

  await schema
    .createTable("saved_templates_templates")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("saved_templates_id", text, (c) =>
      c.notNull().references("saved_templates.id").onDelete("cascade"),
    )
    .addColumn("templates_id", text, (c) => c.notNull().references("templates.id").onDelete("cascade"))
    .addColumn("position", integer, (c) => c.notNull())
    .addUniqueConstraint("saved_once", ["saved_templates_id", "templates_id"])
    .execute();
  await schema
    .createIndex("saved_entries_template")
    .on("saved_templates_templates")
    .column("templates_id")
    .execute();

  await schema
    .createTable("saved_templates_revisions")
    .addColumn("saved_templates_id", text, (c) =>
      c.notNull().references("saved_templates.id").onDelete("cascade"),
    )
    .addColumn("rev", integer, (c) => c.notNull())
    .addColumn("entries", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("saved_templates_revisions_key", ["saved_templates_id", "rev"])
    .execute();

  await schema
    .createTable("documents")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("user_id", text, (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("templates_id", text, (c) => c.references("templates.id").onDelete("set null"))
    .addColumn("title", text, (c) => c.notNull())
    .addColumn("data", text, (c) => c.notNull())
    .addColumn("theme", text, (c) => c.notNull())
    .addColumn("rev", integer, (c) => c.notNull())
    .addColumn("date_created", text, (c) => c.notNull())
    .addColumn("date_updated", text, (c) => c.notNull())
    .execute();
  await schema.createIndex("documents_owner").on("documents").columns(["user_id", "date_updated"]).execute();
  await schema.createIndex("documents_template").on("documents").column("templates_id").execute();

  await schema
    .createTable("history")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("user_id", text, (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("date_created", text, (c) => c.notNull())
    .addColumn("action", text, (c) => c.notNull())
    .addColumn("title", text)
    .addColumn("documents_id", text, (c) => c.references("documents.id").onDelete("set null"))
    .execute();
  await schema.createIndex("history_owner").on("history").columns(["user_id", "date_created"]).execute();
  await schema.createIndex("history_document").on("history").column("documents_id").execute();

  await schema
    .createTable("history_templates")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("history_id", text, (c) => c.notNull().references("history.id").onDelete("cascade"))
    .addColumn("templates_id", text, (c) => c.references("templates.id").onDelete("set null"))
    .execute();
  await schema.createIndex("history_entries_history").on("history_templates").column("history_id").execute();
  await schema
    .createIndex("history_entries_template")
    .on("history_templates")
    .column("templates_id")
    .execute();

  await schema
    .createTable("contact_messages")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("email", text, (c) => c.notNull())
    .addColumn("subject", text, (c) => c.notNull())
    .addColumn("message", text, (c) => c.notNull())
    .addColumn("date_created", text, (c) => c.notNull())
    .addColumn("state", text, (c) => c.notNull())
    .execute();
  await schema
    .createIndex("contact_messages_date")
    .on("contact_messages")
    .columns(["state", "date_created"])
    .execute();

  await schema
    .createTable("idempotency_keys")
    .addColumn("owner", text, (c) => c.notNull())
    .addColumn("key", text, (c) => c.notNull())
    .addColumn("request_hash", text, (c) => c.notNull())
    .addColumn("status", integer, (c) => c.notNull())
    .addColumn("headers", text, (c) => c.notNull())
    .addColumn("body", text, (c) => c.notNull())
    .addColumn("date_created", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("idempotency_keys_key", ["owner", "key"])
    .execute();
  await schema.createIndex("idempotency_keys_date").on("idempotency_keys").column("date_created").execute();
}
