/** The parts of /openapi.json that requests are generated from and responses are compared with. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  additionalProperties?: boolean;
};
export type Parameter = { name: string; in: "query" | "path" | "header"; schema: Schema };
export type Operation = {
  path: string;
  method: string;
  /** Its collection under /items. */
  collection?: string;
  parameters: Parameter[];
  body?: { type: string; schema: Schema };
  /** The schema of a successful JSON response. */
  answer?: Schema;
  /** Its documented statuses, each with the schema of its JSON. */
  answers: ReadonlyMap<number, Schema | undefined>;
};

type Content = Record<string, { schema?: Schema }>;
type RawParameter = Parameter | { $ref: string };
type RawOperation = {
  parameters?: RawParameter[];
  requestBody?: { content: Content };
  responses: Record<string, RawResponse>;
};
type RawResponse = { $ref?: string; content?: Content };
type RawPath = Record<string, RawOperation> & { parameters?: Parameter[] };
export type Description = {
  paths: Record<string, RawPath>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, RawResponse>;
  };
};

const METHODS = ["get", "post", "put", "patch", "delete"];

export type Api = { operations: Operation[]; resolve(schema: Schema): Schema };

export function readDescription({ paths, components }: Description): Api {
  const nameIn = (ref: string) => ref.split("/").at(-1) ?? "";
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (components.schemas[nameIn(schema.$ref)] ?? {}) : schema;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = item[method];
      if (!raw) return [];
      const given: RawParameter[] = [...(item.parameters ?? []), ...(raw.parameters ?? [])];
      const parameters = given.flatMap((each) =>
        "$ref" in each ? (components.parameters[nameIn(each.$ref)] ?? []) : each,
      );
      const [type, content] = Object.entries(raw.requestBody?.content ?? {})[0] ?? [];
      const collection = /^\/items\/(\w+)/.exec(path)?.[1];
      const answers = new Map(
        Object.entries(raw.responses).map(([status, given]) => {
          const response = given.$ref ? components.responses[nameIn(given.$ref)] : given;
          return [Number(status), response?.content?.["application/json"]?.schema] as const;
        }),
      );
      const answer = answers.get(200);
      return [
        {
          path,
          method: method.toUpperCase(),
          parameters,
          answers,
          ...(collection ? { collection } : {}),
          ...(type ? { body: { type, schema: content?.schema ?? {} } } : {}),
          ...(answer ? { answer } : {}),
        },
      ];
    }),
  );
  return { operations, resolve };
}

/** What is wrong with a value, and where; undefined if it matches. */
export function findMismatch(api: Api, given: Schema, value: unknown, place: string): string | undefined {
  const schema = api.resolve(given);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(type, value)))
    return `${place} is ${JSON.stringify(value)?.slice(0, 80)}, not ${types.join(" or ")}`;
  if (schema.enum && value !== null && !schema.enum.includes(value))
    return `${place} is ${JSON.stringify(value)?.slice(0, 80)}, which is not listed`;
  const choices = schema.oneOf ?? schema.anyOf;
  const misfits = choices?.map((each) => findMismatch(api, each, value, place)) ?? [];
  if (choices && misfits.every(Boolean)) return `${place} fits none: ${misfits.join("; ").slice(0, 300)}`;
  if (Array.isArray(value) && schema.items) {
    const { items } = schema;
    return value.map((each, index) => findMismatch(api, items, each, `${place}.${index}`)).find(Boolean);
  }
  return isObject(value) ? findMismatchIn(api, schema, value, place) : undefined;
}

/** Stricter than JSON Schema: undocumented properties are a mismatch unless allowed. */
function findMismatchIn(
  api: Api,
  { required = [], properties, additionalProperties }: Schema,
  value: Record<string, unknown>,
  place: string,
): string | undefined {
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${place}.${missing} is missing`;
  if (!properties) return undefined;
  return Object.entries(value)
    .map(([name, each]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (own) return findMismatch(api, own, each, `${place}.${name}`);
      return additionalProperties === true ? undefined : `${place}.${name} is not described`;
    })
    .find(Boolean);
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
