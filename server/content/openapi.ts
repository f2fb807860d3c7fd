import {
  COLLECTIONS,
  type Field,
  ITEM_COLLECTIONS,
  type ItemCollectionName,
} from "../../contract/collections.ts";
import { ERROR_STATUS, type ErrorCode } from "../../contract/error-codes.ts";
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_UPLOAD_BYTES } from "../../contract/limits.ts";
import { ACCESS, type Action, type Role } from "./access.ts";

type Json = Record<string, unknown>;

/** The description of the API, made from the same collections and the same access table that answer it. */
export function describeApi({
  productName,
  origin,
}: {
  productName: string;
  origin: string | undefined;
}): Json {
  const paths: Json = {};
  for (const collection of ITEM_COLLECTIONS) {
    paths[`/items/${collection}`] = listPath(collection);
    paths[`/items/${collection}/{id}`] = itemPath(collection);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${productName} API`,
      version: "1",
      description:
        "Collections in the shape of the Directus REST API, so that its clients work unchanged. Sign in under /auth, or send an operator's token as a bearer token.",
    },
    ...(origin ? { servers: [{ url: origin }] } : {}),
    tags: [
      ...ITEM_COLLECTIONS.map((name) => ({ name })),
      { name: "files" },
      { name: "render" },
      { name: "accounts" },
    ],
    paths: { ...paths, ...FILE_PATHS, ...RENDER_PATHS, ...ACCOUNT_PATHS },
    components: {
      schemas: {
        ...Object.fromEntries(
          [...ITEM_COLLECTIONS, "files" as const].map((name) => [name, itemSchema(COLLECTIONS[name])]),
        ),
        Error: ERROR_SCHEMA,
      },
      parameters: QUERY_PARAMETERS,
      responses: errorResponses(),
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "typecase.session_token" },
        operatorToken: { type: "http", scheme: "bearer" },
      },
    },
  };
}

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const json = (schema: Json) => ({ "application/json": { schema } });

function listPath(collection: ItemCollectionName): Json {
  const many = { type: "array", items: ref("schemas", collection) };
  const path: Json = {};
  if (allowed(collection, "read"))
    path.get = operation(collection, "read", "List items", {
      parameters: listParameters(),
      answer: answerSchema(many, true),
    });
  if (allowed(collection, "create"))
    path.post = operation(collection, "create", "Create an item or a list of items", {
      parameters: [ref("parameters", "fields"), IDEMPOTENCY_KEY],
      body: { oneOf: [ref("schemas", collection), many] },
      answer: answerSchema(ref("schemas", collection)),
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

function itemPath(collection: ItemCollectionName): Json {
  const item = ref("schemas", collection);
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

const ROLES: Role[] = ["visitor", "person", "operator"];

function allowed(collection: ItemCollectionName, action: Action): Role[] | undefined {
  const roles = ROLES.filter((role) => ACCESS[collection]?.[role]?.[action]);
  return roles.length > 0 ? roles : undefined;
}

function operation(
  collection: ItemCollectionName,
  action: Action,
  summary: string,
  parts: { parameters?: unknown[]; body?: Json; answer?: Json },
): Json {
  const roles = allowed(collection, action) ?? [];
  return {
    tags: [collection],
    summary,
    description: `For: ${roles.join(", ")}. ${rowsOf(collection, action)}`.trim(),
    operationId: `${summary.split(" ").slice(0, 2).join("_").toLowerCase()}_${collection}`,
    ...(parts.parameters ? { parameters: parts.parameters } : {}),
    ...(parts.body ? { requestBody: { required: true, content: json(parts.body) } } : {}),
    responses: {
      ...(parts.answer
        ? { 200: { description: "Done", content: json(parts.answer) } }
        : { 204: { description: "Done" } }),
      400: ref("responses", "BadRequest"),
      403: ref("responses", "Forbidden"),
    },
    ...(roles.includes("visitor") ? {} : { security: [{ session: [] }, { operatorToken: [] }] }),
  };
}

function rowsOf(collection: ItemCollectionName, action: Action): string {
  const permissions = ACCESS[collection]?.person;
  const rows =
    action === "read"
      ? permissions?.read
      : action === "update"
        ? permissions?.update?.rows
        : action === "delete"
          ? permissions?.delete
          : undefined;
  return rows === "own" ? "A person reaches their own items only." : "";
}

function itemSchema(fields: Record<string, Field>): Json {
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

function answerSchema(data: Json, withMeta = false): Json {
  const meta = {
    type: "object",
    properties: { total_count: { type: "integer" }, filter_count: { type: "integer" } },
  };
  return { type: "object", properties: { ...(withMeta ? { meta } : {}), data }, required: ["data"] };
}

const QUERY_PARAMETERS: Json = {
  fields: {
    name: "fields",
    in: "query",
    description: "Names, *, and dots to follow relations; the keys of the answer follow this order.",
    schema: { type: "string" },
    example: "id,template_name",
  },
  filter: {
    name: "filter",
    in: "query",
    description:
      "Brackets or JSON: filter[type][_eq]=invoices. Operators: _eq _neq _in _nin _lt _lte _gt _gte _between _null _nnull _empty _nempty _contains _icontains _starts_with _istarts_with; groups _and, _or.",
    schema: { type: "object" },
    style: "deepObject",
  },
  sort: {
    name: "sort",
    in: "query",
    description: "Names; a minus in front turns the order round.",
    schema: { type: "string" },
    example: "-rating",
  },
  limit: {
    name: "limit",
    in: "query",
    description: `Rows of the answer, at most ${MAX_LIMIT}; -1 means that many.`,
    schema: { type: "integer", minimum: -1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  },
  offset: { name: "offset", in: "query", schema: { type: "integer", minimum: 0 } },
  page: {
    name: "page",
    in: "query",
    description: "Wins over offset.",
    schema: { type: "integer", minimum: 1 },
  },
  search: {
    name: "search",
    in: "query",
    description: "Words. On templates ranked, by prefix, and forgiving slips.",
    schema: { type: "string" },
  },
  meta: { name: "meta", in: "query", schema: { type: "string", enum: ["total_count", "filter_count", "*"] } },
  aggregate: {
    name: "aggregate",
    in: "query",
    description: "aggregate[count]=*, aggregate[avg]=rating …",
    schema: { type: "object" },
    style: "deepObject",
  },
  groupBy: { name: "groupBy", in: "query", schema: { type: "string" } },
};

function listParameters(): unknown[] {
  return Object.keys(QUERY_PARAMETERS).map((name) => ref("parameters", name));
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

const FILE_PATHS: Json = {
  "/files": {
    get: {
      tags: ["files"],
      summary: "List own files",
      parameters: listParameters(),
      responses: {
        200: {
          description: "Done",
          content: json(answerSchema({ type: "array", items: ref("schemas", "files") })),
        },
      },
    },
    post: {
      tags: ["files"],
      summary: "Upload a picture",
      description: `JPEG, PNG, WebP, GIF, AVIF or TIFF of at most ${MAX_UPLOAD_BYTES} bytes. It is encoded anew, without metadata.`,
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": {
            schema: {
              type: "object",
              properties: { title: { type: "string" }, file: { type: "string", format: "binary" } },
            },
          },
        },
      },
      responses: {
        200: { description: "Done", content: json(answerSchema(ref("schemas", "files"))) },
        400: ref("responses", "BadRequest"),
        413: ref("responses", "TooLarge"),
      },
    },
  },
  "/files/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    get: {
      tags: ["files"],
      summary: "Read a file's record",
      responses: { 200: { description: "Done", content: json(answerSchema(ref("schemas", "files"))) } },
    },
    delete: { tags: ["files"], summary: "Delete an own file", responses: { 204: { description: "Done" } } },
  },
  "/assets/{id}": {
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "string" } },
      ...["width", "height"].map((name) => ({
        name,
        in: "query",
        schema: { type: "integer", minimum: 1, maximum: 2400 },
      })),
      { name: "format", in: "query", schema: { type: "string", enum: ["webp", "jpeg", "png", "avif"] } },
      { name: "quality", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } },
    ],
    get: {
      tags: ["files"],
      summary: "A picture, at another size if wished",
      responses: { 200: { description: "The picture", content: { "image/webp": {} } } },
    },
  },
};

const RENDER_BODY = {
  required: true,
  content: json({
    type: "object",
    properties: {
      data: { type: "object", description: "As the template's fields describe it" },
      theme: { type: "object" },
    },
  }),
};
const RENDER_PATHS: Json = Object.fromEntries(
  (
    [
      ["pdf", "application/pdf", "A PDF of the filled-in template"],
      ["svg", "application/json", "All pages as SVG, with the places of the fields"],
      ["png", "image/png", "The first page, or the one asked for, as a picture"],
    ] as const
  ).map(([format, type, summary]) => [
    `/render/{templateId}.${format}`,
    {
      parameters: [
        { name: "templateId", in: "path", required: true, schema: { type: "string", format: "uuid" } },
      ],
      post: {
        tags: ["render"],
        summary,
        requestBody: RENDER_BODY,
        responses: {
          200: { description: "Done", content: { [type]: {} } },
          400: ref("responses", "BadRequest"),
          413: ref("responses", "TooLarge"),
          429: ref("responses", "TooMany"),
          503: ref("responses", "Busy"),
        },
      },
    },
  ]),
);

const CREDENTIALS = {
  email: { type: "string", format: "email" },
  password: { type: "string", minLength: 10, maxLength: 128 },
};
const ACCOUNT_PATHS: Json = {
  "/auth/sign-up/email": {
    post: account("Sign up; makes the profile", { name: { type: "string" }, ...CREDENTIALS }),
  },
  "/auth/sign-in/email": { post: account("Sign in; sets the session cookie", CREDENTIALS) },
  "/auth/sign-out": { post: account("Sign out", {}) },
  "/auth/get-session": {
    get: {
      tags: ["accounts"],
      summary: "Who am I",
      responses: { 200: { description: "The session, or null" } },
    },
  },
};

function account(summary: string, properties: Json): Json {
  return {
    tags: ["accounts"],
    summary,
    requestBody: { content: json({ type: "object", properties, required: Object.keys(properties) }) },
    responses: {
      200: { description: "Done" },
      401: ref("responses", "Unauthorized"),
      429: ref("responses", "TooMany"),
    },
  };
}

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
    TooLarge: 413,
    TooMany: 429,
    Busy: 503,
  };
  return Object.fromEntries(
    Object.entries(named).map(([name, status]) => {
      const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter(
        (code) => ERROR_STATUS[code] === status,
      );
      return [name, { description: codes.join(", "), content: json(ref("schemas", "Error")) }];
    }),
  );
}
