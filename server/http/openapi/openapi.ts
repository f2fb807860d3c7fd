import { ERROR_STATUS } from "../../../contract/error-codes.ts";
import { MAX_BATCH_ITEMS, MAX_BODY_BYTES, MAX_BODY_VALUES } from "../../../contract/limits.ts";
import { RENDER_ERRORS } from "../../../contract/render.ts";
import type { Action, Role } from "../../content/access.ts";
import type { Collection } from "../../content/collection.ts";
import { PICTURE_ERRORS } from "../../pictures/errors.ts";
import { SCOPES } from "../../request/viewer.ts";
import { DOCUMENT_PATHS } from "./document-paths.ts";
import { DRAFT_PATHS } from "./draft-paths.ts";
import {
  answerSchema,
  type Json,
  json,
  listParameters,
  NOT_MODIFIED,
  QUERY_PARAMETERS,
  REFUSALS,
  type RefusalStatus,
  ref,
  refusals,
  SIGNED_IN,
} from "./parts.ts";
import { ACCOUNT_PATHS, FILE_PATHS, RENDER_PATHS, USE_PATHS } from "./paths.ts";
import { changedItem, describeSchemas, newItem, ROLES } from "./schemas.ts";
import { STUDIO_PATHS } from "./studio-paths.ts";

type Parts = { productName: string; origin: string | undefined; collections: readonly Collection[] };

/** The description of the API, made from the same collections that answer it. */
export function describeApi({ productName, origin, collections }: Parts): Json {
  const items = collections.filter((each) => each.underItems);
  const paths: Json = {};
  for (const collection of items) {
    paths[`/items/${collection.name}`] = listPath(collection);
    paths[`/items/${collection.name}/{id}`] = itemPath(collection);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${productName} API`,
      version: "1",
      description:
        "Collections in the shape of the Directus REST API, so that its clients work unchanged. Sign in under /auth, or send an access token as a bearer token.",
    },
    servers: [{ url: origin ?? "/" }],
    // What visitors may call can be called by anybody else as well; what they may not says so itself.
    security: [{}, ...SIGNED_IN],
    tags: [
      ...items.map(({ name }) => ({ name })),
      { name: "files" },
      { name: "render" },
      { name: "drafts" },
      { name: "versions" },
      { name: "site" },
      { name: "figures" },
      { name: "accounts" },
    ],
    paths: {
      ...paths,
      ...FILE_PATHS,
      ...RENDER_PATHS,
      ...USE_PATHS,
      ...DRAFT_PATHS,
      ...DOCUMENT_PATHS,
      ...STUDIO_PATHS,
      ...ACCOUNT_PATHS,
    },
    components: {
      schemas: describeSchemas(collections),
      parameters: QUERY_PARAMETERS,
      responses: errorResponses(),
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "typecase.session_token" },
        accessToken: { type: "http", scheme: "bearer" },
      },
    },
  };
}

function listPath(collection: Collection): Json {
  const item = ref("schemas", collection.name);
  const created = ref("schemas", newItem(collection.name));
  const many = { type: "array", items: item };
  const path: Json = {};
  if (allowed(collection, "read"))
    path.get = operation(collection, "read", "List items", {
      parameters: listParameters(),
      answer: answerSchema({ type: "array", items: { anyOf: [item, ref("schemas", "Group")] } }, true),
    });
  if (allowed(collection, "create"))
    path.post = operation(collection, "create", "Create an item or a list of items", {
      parameters: [ref("parameters", "fields"), IDEMPOTENCY_KEY],
      body: { anyOf: [created, { type: "array", items: created, maxItems: MAX_BATCH_ITEMS }] },
      answer: answerSchema({ anyOf: [item, many, { type: "null" }] }),
    });
  if (allowed(collection, "update"))
    path.patch = operation(collection, "update", "Change several items", {
      parameters: [ref("parameters", "fields"), IDEMPOTENCY_KEY],
      body: keysAndData(collection.name),
      answer: answerSchema(many),
    });
  if (allowed(collection, "delete"))
    path.delete = operation(collection, "delete", "Delete several items", {
      parameters: [IDEMPOTENCY_KEY],
      body: { type: "array", items: { type: "string" }, maxItems: MAX_BATCH_ITEMS },
    });
  return path;
}

function itemPath(collection: Collection): Json {
  const item = ref("schemas", collection.name);
  const path: Json = { parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }] };
  if (allowed(collection, "read"))
    path.get = operation(collection, "read", "Read one item", {
      parameters: [ref("parameters", "fields")],
      answer: answerSchema(item),
    });
  if (allowed(collection, "update"))
    path.patch = operation(collection, "update", "Change an item", {
      parameters: [ref("parameters", "fields"), IDEMPOTENCY_KEY, IF_MATCH],
      body: ref("schemas", changedItem(collection.name)),
      answer: answerSchema(item),
    });
  if (allowed(collection, "delete"))
    path.delete = operation(collection, "delete", "Delete an item", { parameters: [IDEMPOTENCY_KEY] });
  return path;
}

function allowed({ access }: Collection, action: Action): Role[] | undefined {
  const roles = ROLES.filter((role) => access[role]?.[action]);
  return roles.length > 0 ? roles : undefined;
}

function operation(
  collection: Collection,
  action: Action,
  summary: string,
  parts: { parameters?: unknown[]; body?: Json; answer?: Json },
): Json {
  const roles = allowed(collection, action) ?? [];
  return {
    tags: [collection.name],
    summary,
    description:
      `For: ${roles.map(shownRole).join(", ")}. ${rowsOf(collection, action)} ${sizeOf(collection, parts.body)}`.trim(),
    operationId: `${summary.split(" ").slice(0, 2).join("_").toLowerCase()}_${collection.name}`,
    ...(parts.parameters ? { parameters: parts.parameters } : {}),
    ...(parts.body ? { requestBody: { required: true, content: json(parts.body) } } : {}),
    responses: {
      ...(parts.answer
        ? { 200: { description: "Done", content: json(parts.answer) } }
        : { 204: { description: "Done" } }),
      ...(action === "read" && collection.isPublic ? { 304: NOT_MODIFIED } : {}),
      ...refusals(...refusalsOf(collection, action)),
    },
    ...(roles.includes("visitor") ? {} : { security: securityOf(roles) }),
  };
}

/** 404 is for an id that can be part of no path. */
function refusalsOf({ hasQuota }: Collection, action: Action): RefusalStatus[] {
  if (action === "read") return [404];
  const growing: RefusalStatus[] = hasQuota && action !== "delete" ? [409] : [];
  return [404, ...growing, ...(action === "update" ? ([412] as const) : []), 413, 429, 507];
}

function shownRole(role: Role): string {
  return SCOPES.some((scope) => scope === role) ? `token ${role}` : role;
}

function securityOf(roles: Role[]): Json[] {
  const takesTokens = SCOPES.some((scope) => roles.includes(scope));
  return [{ session: [] }, ...(takesTokens ? [{ accessToken: [] }] : [])];
}

function sizeOf(
  { maxBodyBytes = MAX_BODY_BYTES, maxBodyValues = MAX_BODY_VALUES }: Collection,
  body: Json | undefined,
): string {
  return body ? `The body may have ${maxBodyBytes} bytes and ${maxBodyValues} values.` : "";
}

function rowsOf({ access }: Collection, action: Action): string {
  const { read, update, delete: remove } = access.person ?? {};
  const rows = { read, create: undefined, update: update?.rows, delete: remove }[action];
  return rows?.word === "own" ? "A person reaches their own items only." : "";
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description: "The same key with the same request is applied once.",
  schema: { type: "string", maxLength: 255 },
};
const IF_MATCH = {
  name: "If-Match",
  in: "header",
  description:
    "The revision the change started from. A saved list is merged; a document that has moved on is refused with 412.",
  schema: { type: "string" },
};
function keysAndData(collection: string): Json {
  const changes = ref("schemas", changedItem(collection));
  const keys = { type: "array", items: { type: "string" }, maxItems: MAX_BATCH_ITEMS };
  return {
    anyOf: [
      { type: "object", properties: { keys, data: changes }, required: ["keys", "data"] },
      {
        type: "array",
        description: "Items, each with its id and what changes",
        items: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
        maxItems: MAX_BATCH_ITEMS,
      },
    ],
  };
}

function errorResponses(): Json {
  return Object.fromEntries(
    Object.entries(REFUSALS).map(([status, name]) => {
      const codes = Object.entries({ ...ERROR_STATUS, ...RENDER_ERRORS, ...PICTURE_ERRORS });
      const own = codes.filter(([, each]) => String(each) === status).map(([code]) => code);
      return [name, { description: own.join(", "), content: json(ref("schemas", "Error")) }];
    }),
  );
}
