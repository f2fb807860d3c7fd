import { MAX_BATCH_ITEMS, MAX_BODY_BYTES, MAX_BODY_VALUES } from "../../../contract/limits.ts";
import { KEY_SCOPES } from "../../../contract/people/api-keys.ts";
import type { Action, Role } from "../../content/access.ts";
import type { Collection } from "../../content/collection.ts";
import { type ErrorStatus, SECURITY } from "../../request/api-description.ts";
import { SCOPES } from "../../request/viewer.ts";
import { errorResponses } from "./described-routes.ts";
import { answerSchema, type Json, json, listParameters, ref } from "./parts.ts";
import { changedItem, newItem, ROLES } from "./schemas.ts";

/** The paths below /items, from the definitions of the collections. */
export function describeCollectionPaths(collections: readonly Collection[]): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const collection of collections) {
    paths[`/items/${collection.name}`] = listPath(collection);
    paths[`/items/${collection.name}/{id}`] = itemPath(collection);
  }
  return paths;
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
      body: {
        anyOf: [
          KEYS,
          { type: "object", properties: { keys: KEYS }, required: ["keys"] },
          { type: "object", properties: { query: QUERY }, required: ["query"] },
        ],
      },
    });
  return path;
}

function itemPath(collection: Collection): Json {
  const item = ref("schemas", collection.name);
  const path: Json = { parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }] };
  if (allowed(collection, "read"))
    path.get = operation(collection, "read", "Read one item", {
      parameters: ["fields", "deep", "alias"].map((name) => ref("parameters", name)),
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
      ...errorResponses(errorsOf(collection, action)),
    },
    ...(roles.includes("visitor") ? {} : { security: securityOf(roles) }),
  };
}

/** 404 is for an id that can be part of no path. */
function errorsOf({ hasQuota }: Collection, action: Action): ErrorStatus[] {
  if (action === "read") return [404];
  const growing: ErrorStatus[] = hasQuota && action !== "delete" ? [409] : [];
  return [404, ...growing, ...(action === "update" ? ([412] as const) : []), 413, 429, 507];
}

function shownRole(role: Role): string {
  if (KEY_SCOPES.some((scope) => scope === role)) return `API key ${role}`;
  return SCOPES.some((scope) => scope === role) ? `token ${role}` : role;
}

function securityOf(roles: Role[]): Json[] {
  return [...SCOPES, ...KEY_SCOPES].some((scope) => roles.includes(scope))
    ? SECURITY.account
    : SECURITY.session;
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

const NOT_MODIFIED = { description: "As named in If-None-Match" };
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
const KEYS = { type: "array", items: { type: "string" }, maxItems: MAX_BATCH_ITEMS };
const QUERY = {
  type: "object",
  description: `The items of a list with this query: filter, search, sort, limit, offset, page. At most ${MAX_BATCH_ITEMS}`,
};

function keysAndData(collection: string): Json {
  const changes = ref("schemas", changedItem(collection));
  return {
    anyOf: [
      { type: "object", properties: { keys: KEYS, data: changes }, required: ["keys", "data"] },
      { type: "object", properties: { query: QUERY, data: changes }, required: ["query", "data"] },
      {
        type: "array",
        description: "Items, each with its id and what changes",
        items: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
        maxItems: MAX_BATCH_ITEMS,
      },
    ],
  };
}
