import type { Field } from "../../../contract/collections/collections.ts";
import { ERROR_STATUS } from "../../../contract/error-codes.ts";
import { KEY_SCOPES } from "../../../contract/people/api-keys.ts";
import { RENDER_ERRORS } from "../../../contract/rendering/render.ts";
import type { Role } from "../../content/access.ts";
import type { Collection } from "../../content/collection.ts";
import { AGGREGATE_FUNCTIONS } from "../../content/query/query.ts";
import { PICTURE_ERRORS } from "../../pictures/errors.ts";
import { SCOPES } from "../../request/viewer.ts";
import { type Json, ref } from "./parts.ts";

/** The schemas of the description: what items look like in an answer, and what may be sent. */

export const ROLES: Role[] = ["visitor", "person", "operator", ...SCOPES, ...KEY_SCOPES];

export const newItem = (collection: string) => `${collection}_new`;
export const changedItem = (collection: string) => `${collection}_changes`;

export function describeSchemas(collections: readonly Collection[]): Json {
  return {
    ...Object.fromEntries(collections.flatMap(schemasOf)),
    Group: GROUP,
    Error: errorSchema({ enum: ERROR_CODES }),
    AccountError: ACCOUNT_ERROR,
  };
}

/** An answer holds the fields that were asked for, so none is required in it. */
function schemasOf({ name, fields, access, create, update, extras }: Collection): [string, Json][] {
  const properties = (names: string[], schema: (field: Field) => Json) =>
    Object.fromEntries(names.map((each) => [each, schema(fields[each] as Field)])); // names of this collection's fields
  const schemas: [string, Json][] = [
    [name, { type: "object", properties: properties(Object.keys(fields), readSchema) }],
  ];
  const known = (names: readonly string[]) => Object.keys(fields).filter((each) => names.includes(each));
  const created = known(ROLES.flatMap((role) => access[role]?.create ?? []));
  const changed = known(ROLES.flatMap((role) => access[role]?.update?.fields ?? []));
  const required = created.filter((each) => fields[each]?.required);
  if (create)
    schemas.push([
      newItem(name),
      {
        type: "object",
        properties: properties(created, writeSchema),
        additionalProperties: false,
        ...(required.length > 0 ? { required } : {}),
      },
    ]);
  if (update)
    schemas.push([
      changedItem(name),
      {
        type: "object",
        properties: { ...properties(changed, writeSchema), ...extras },
        additionalProperties: false,
      },
    ]);
  return schemas;
}

/** A relation that is followed holds the item, or null where it can't be seen. */
function readSchema(field: Field): Json {
  const { description, to, entries } = field;
  const id = { type: "string", format: "uuid" };
  if (to)
    return {
      type: ["string", "object", "null"],
      format: "uuid",
      anyOf: [id, ref("schemas", to), { type: "null" }],
      description,
    };
  if (entries) return { type: "array", items: { anyOf: [id, ref("schemas", entries)] }, description };
  return { ...valueSchema(field), description };
}

function writeSchema(field: Field): Json {
  const { description, entries } = field;
  if (!entries) return { ...valueSchema(field), description };
  const list = { type: "array", items: { anyOf: [{ type: "string", format: "uuid" }, { type: "object" }] } };
  return { anyOf: [list, { type: "object" }, { type: "null" }], description };
}

function valueSchema(field: Field): Json {
  const schema = plainSchema(field);
  return field.nullable ? { ...schema, type: [schema.type, "null"] } : schema;
}

function plainSchema(field: Field): Json {
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

const GROUP = {
  type: "object",
  description: "What a list holds that was asked with aggregate or groupBy: values, and what they are of.",
  properties: Object.fromEntries(AGGREGATE_FUNCTIONS.map((name) => [name, {}])),
  additionalProperties: true,
  anyOf: AGGREGATE_FUNCTIONS.map((name) => ({ required: [name] })),
};

const ERROR_CODES = [
  ...new Set(Object.keys({ ...ERROR_STATUS, ...RENDER_ERRORS, ...PICTURE_ERRORS })),
].sort();

function errorSchema(code: Json): Json {
  return {
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
              properties: { code: { type: "string", ...code } },
              required: ["code"],
              additionalProperties: true,
            },
          },
          required: ["message", "extensions"],
        },
      },
    },
    required: ["errors"],
  };
}

/** The accounts library has its own codes, in its own fields as well. */
const ACCOUNT_ERROR: Json = {
  ...errorSchema({}),
  properties: {
    code: { type: "string" },
    message: { type: "string" },
    ...(errorSchema({}).properties as Json), // made of one just above
  },
};
