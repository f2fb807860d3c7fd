import { type Kysely, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/**
 * Apps that act for people (OAuth): the tables of the accounts library, whose lists are JSON in a text. And files that programs have had
 * made, until their link expires.
 */
export async function createApps({ schema }: Kysely<unknown>, kinds: ColumnKinds): Promise<void> {
  const { text, integer, bytes, moment, flag } = kinds;
  const json = flag === "boolean" ? sql`jsonb` : text;
  await schema
    .createTable("auth_oauth_client")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("clientId", text, (c) => c.notNull().unique())
    .addColumn("clientSecret", text)
    .addColumn("clientDiscoveryId", text)
    .addColumn("disabled", flag)
    .addColumn("skipConsent", flag)
    .addColumn("enableEndSession", flag)
    .addColumn("subjectType", text)
    .addColumn("scopes", text)
    .addColumn("clientCredentialsScopes", text)
    .addColumn("userId", text, (c) => c.references("auth_user.id").onDelete("cascade"))
    .addColumn("createdAt", moment)
    .addColumn("updatedAt", moment)
    .addColumn("name", text)
    .addColumn("uri", text)
    .addColumn("icon", text)
    .addColumn("contacts", text)
    .addColumn("tos", text)
    .addColumn("policy", text)
    .addColumn("softwareId", text)
    .addColumn("softwareVersion", text)
    .addColumn("softwareStatement", text)
    .addColumn("redirectUris", text, (c) => c.notNull())
    .addColumn("postLogoutRedirectUris", text)
    .addColumn("backchannelLogoutUri", text)
    .addColumn("backchannelLogoutSessionRequired", flag)
    .addColumn("tokenEndpointAuthMethod", text)
    .addColumn("applicationType", text)
    .addColumn("jwks", text)
    .addColumn("jwksUri", text)
    .addColumn("grantTypes", text)
    .addColumn("responseTypes", text)
    .addColumn("requirePKCE", flag)
    .addColumn("dpopBoundAccessTokens", flag)
    .addColumn("referenceId", text)
    .addColumn("metadata", json)
    .execute();
  await schema.createIndex("auth_oauth_client_user").on("auth_oauth_client").column("userId").execute();
  await schema
    .createTable("auth_oauth_resource")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("identifier", text, (c) => c.notNull().unique())
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("accessTokenTtl", integer)
    .addColumn("refreshTokenTtl", integer)
    .addColumn("signingAlgorithm", text)
    .addColumn("signingKeyId", text)
    .addColumn("allowedScopes", text)
    .addColumn("customClaims", json)
    .addColumn("dpopBoundAccessTokensRequired", flag)
    .addColumn("disabled", flag)
    .addColumn("createdAt", moment)
    .addColumn("updatedAt", moment)
    .addColumn("policyVersion", integer)
    .addColumn("metadata", json)
    .execute();
  await schema
    .createTable("auth_oauth_client_resource")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("clientId", text, (c) =>
      c.notNull().references("auth_oauth_client.clientId").onDelete("cascade"),
    )
    .addColumn("resourceId", text, (c) =>
      c.notNull().references("auth_oauth_resource.identifier").onDelete("cascade"),
    )
    .addColumn("metadata", json)
    .addColumn("createdAt", moment)
    .execute();
  await schema
    .createIndex("auth_oauth_client_resource_client")
    .on("auth_oauth_client_resource")
    .column("clientId")
    .execute();
  await schema
    .createTable("auth_oauth_refresh_token")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("token", text, (c) => c.notNull().unique())
    .addColumn("clientId", text, (c) =>
      c.notNull().references("auth_oauth_client.clientId").onDelete("cascade"),
    )
    .addColumn("sessionId", text, (c) => c.references("auth_session.id").onDelete("set null"))
    .addColumn("userId", text, (c) => c.notNull().references("auth_user.id").onDelete("cascade"))
    .addColumn("referenceId", text)
    .addColumn("authorizationCodeId", text)
    .addColumn("resources", text)
    .addColumn("requestedUserInfoClaims", text)
    .addColumn("expiresAt", moment, (c) => c.notNull())
    .addColumn("createdAt", moment, (c) => c.notNull())
    .addColumn("revoked", moment)
    .addColumn("rotatedAt", moment)
    .addColumn("rotationReplayResponse", text)
    .addColumn("rotationReplayExpiresAt", moment)
    .addColumn("authTime", moment)
    .addColumn("confirmation", json)
    .addColumn("scopes", text, (c) => c.notNull())
    .execute();
  await schema
    .createTable("auth_oauth_access_token")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("token", text, (c) => c.notNull().unique())
    .addColumn("clientId", text, (c) =>
      c.notNull().references("auth_oauth_client.clientId").onDelete("cascade"),
    )
    .addColumn("sessionId", text, (c) => c.references("auth_session.id").onDelete("set null"))
    .addColumn("userId", text, (c) => c.references("auth_user.id").onDelete("cascade"))
    .addColumn("referenceId", text)
    .addColumn("authorizationCodeId", text)
    .addColumn("resources", text)
    .addColumn("requestedUserInfoClaims", text)
    .addColumn("refreshId", text, (c) => c.references("auth_oauth_refresh_token.id").onDelete("cascade"))
    .addColumn("expiresAt", moment, (c) => c.notNull())
    .addColumn("createdAt", moment, (c) => c.notNull())
    .addColumn("revoked", moment)
    .addColumn("confirmation", json)
    .addColumn("scopes", text, (c) => c.notNull())
    .execute();
  for (const table of ["auth_oauth_refresh_token", "auth_oauth_access_token"])
    for (const column of ["userId", "clientId", "sessionId", "authorizationCodeId", "expiresAt"])
      await schema.createIndex(`${table}_${column.toLowerCase()}`).on(table).column(column).execute();
  await schema
    .createIndex("auth_oauth_access_token_refreshid")
    .on("auth_oauth_access_token")
    .column("refreshId")
    .execute();
  await schema
    .createTable("auth_oauth_consent")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("clientId", text, (c) =>
      c.notNull().references("auth_oauth_client.clientId").onDelete("cascade"),
    )
    .addColumn("userId", text, (c) => c.references("auth_user.id").onDelete("cascade"))
    .addColumn("referenceId", text)
    .addColumn("resources", text)
    .addColumn("requestedUserInfoClaims", text)
    .addColumn("scopes", text, (c) => c.notNull())
    .addColumn("createdAt", moment, (c) => c.notNull())
    .addColumn("updatedAt", moment, (c) => c.notNull())
    .addColumn("lastUsedAt", text)
    .execute();
  for (const column of ["userId", "clientId"])
    await schema
      .createIndex(`auth_oauth_consent_${column.toLowerCase()}`)
      .on("auth_oauth_consent")
      .column(column)
      .execute();
  await schema
    .createTable("auth_oauth_client_assertion")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("expiresAt", moment, (c) => c.notNull())
    .execute();
  await schema
    .createTable("made_files")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("hash", text, (c) => c.notNull().unique())
    .addColumn("client", text, (c) => c.notNull())
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("size", integer, (c) => c.notNull())
    .addColumn("expires", text, (c) => c.notNull())
    .addColumn("bytes", bytes, (c) => c.notNull())
    .execute();
  await schema.createIndex("made_files_client").on("made_files").columns(["client", "id"]).execute();
  await schema.createIndex("made_files_expires").on("made_files").column("expires").execute();
}
