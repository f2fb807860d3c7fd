import type { Field } from "../../../contract/collections.ts";
import { ERROR_STATUS } from "../../../contract/error-codes.ts";
import { MAX_BODY_BYTES } from "../../../contract/limits.ts";
import type { Action, Role } from "../../content/access.ts";
import type { Collection } from "../../content/collection.ts";
import { SCOPES } from "../../kernel/viewer.ts";
import { answerSchema, type Json, json, listParameters, QUERY_PARAMETERS, ref } from "./parts.ts";
import { ACCOUNT_PATHS, FILE_PATHS, RENDER_PATHS, USE_PATHS } from "./paths.ts";

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
    ...(origin ? { servers: [{ url: origin }] } : {}),
    tags: [
      ...items.map(({ name }) => ({ name })),
      { name: "files" },
      { name: "render" },
      { name: "accounts" },
    ],
    paths: { ...paths, ...FILE_PATHS, ...RENDER_PATHS, ...USE_PATHS, ...ACCOUNT_PATHS },
    components: {
      schemas: {
        // The entries of a list come with their list; those without an address have no schema of their own.
        ...Object.fromEntries(
          collections
            .filter((each) => !each.parent || each.underItems)
            .map(({ name, fields }) => [name, itemSchema(fields)]),
        ),
        Error: ERROR_SCHEMA,
      },
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
  const many = { type: "array", items: ref("schemas", collection.name) };
  const path: Json = {};
  if (allowed(collection, "read"))
    path.get = operation(collection, "read", "List items", {
      parameters: listParameters(),
      answer: answerSchema(many, true),
    });
  if (allowed(collection, "create"))
    path.post = operation(collection, "create", "Create an item or a list of items", {
      parameters: [ref("parameters", "fields"), IDEMPOTENCY_KEY],
      body: { oneOf: [ref("schemas", collection.name), many] },
      answer: answerSchema(ref("schemas", collection.name)),
    });
  if (allowed(collection, "update"))
    path.patch = operation(collection, "update", "Change several items", {
      parameters: [ref("parameters", "fields"), IDEMPOTENCY_KEY],
      body: KEYS_AND_DATA,
      answer: answerSchema(many),
    });
  if (allowed(collection, "delete"))
    path.delete = operation(collection, "delete", "Delete several items", {
      parameters: [IDEMPOTENCY_KEY],
      body: { type: "array", items: { type: "string" } },
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
      body: item,
      answer: answerSchema(item),
    });
  if (allowed(collection, "delete"))
    path.delete = operation(collection, "delete", "Delete an item", { parameters: [IDEMPOTENCY_KEY] });
  return path;
}

const ROLES: Role[] = ["visitor", "person", "operator", ...SCOPES];

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
      400: ref("responses", "BadRequest"),
      403: ref("responses", "Forbidden"),
      ...(collection.hasQuota && (action === "create" || action === "update")
        ? { 409: ref("responses", "NoRoom") }
        : {}),
      ...(parts.body ? { 413: ref("responses", "TooLarge") } : {}),
    },
    ...(roles.includes("visitor") ? {} : { security: securityOf(roles) }),
  };
}

function shownRole(role: Role): string {
  return SCOPES.some((scope) => scope === role) ? `token ${role}` : role;
}

function securityOf(roles: Role[]): Json[] {
  const takesTokens = SCOPES.some((scope) => roles.includes(scope));
  return [{ session: [] }, ...(takesTokens ? [{ accessToken: [] }] : [])];
}

function sizeOf({ maxBodyBytes = MAX_BODY_BYTES }: Collection, body: Json | undefined): string {
  return body ? `The body may have ${maxBodyBytes} bytes.` : "";
}

function rowsOf({ access }: Collection, action: Action): string {
  const { read, update, delete: remove } = access.person ?? {};
  const rows = { read, create: undefined, update: update?.rows, delete: remove }[action];
  return rows?.word === "own" ? "A person reaches their own items only." : "";
}

function itemSchema(fields: Collection["fields"]): Json {
  const required = Object.entries(fields)
    .filter(([, field]) => field.required)
    .map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function fieldSchema(field: Field): Json {
  const base = baseSchema(field);
  if (field.nullable && typeof base.type === "string") base.type = [base.type, "null"];
  return { ...base, description: field.description };
}

function baseSchema(field: Field): Json {
  switch (field.type) {
    case "uuid":
      return { type: "string", format: "uuid" };
    case "timestamp":
      return { type: "string", format: "date-time" };
    case "integer":
    case "float":
      return { type: field.type === "integer" ? "integer" : "number", ...bounds(field) };
    case "json":
      return field.list ? { type: "array", items: { type: "object" } } : { type: "object" };
    case "alias":
      return { type: "array", items: { anyOf: [{ type: "string", format: "uuid" }, { type: "object" }] } };
    default:
      return {
        type: "string",
        ...(field.maxLength ? { maxLength: field.maxLength } : {}),
        ...(field.oneOf ? { enum: field.oneOf } : {}),
      };
  }
}

function bounds({ minimum, maximum }: Field): Json {
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
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
const KEYS_AND_DATA = {
  type: "object",
  properties: { keys: { type: "array", items: { type: "string" } }, data: { type: "object" } },
  required: ["keys", "data"],
};

const ERROR_SCHEMA = {
  type: "object",
  properties: {
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: {
          message: { type: "string" },
          extensions: {
            type: "object",
            properties: { code: { type: "string", enum: Object.keys(ERROR_STATUS) } },
            required: ["code"],
          },
        },
        required: ["message", "extensions"],
      },
    },
  },
  required: ["errors"],
};

function errorResponses(): Json {
  const named = {
    BadRequest: 400,
    Unauthorized: 401,
    Forbidden: 403,
    NoRoom: 409,
    TooLarge: 413,
    TooMany: 429,
    Busy: 503,
  };
  return Object.fromEntries(
    Object.entries(named).map(([name, status]) => {
      const codes = Object.entries(ERROR_STATUS).filter(([, own]) => own === status);
      const description = codes.map(([code]) => code).join(", ");
      return [name, { description, content: json(ref("schemas", "Error")) }];
    }),
  );
}
