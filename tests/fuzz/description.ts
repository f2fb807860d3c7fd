/** The parts of /openapi.json that requests are made from and answers are compared with. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: readonly unknown[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};
export type Parameter = { name: string; in: "query" | "path" | "header"; schema: Schema };
export type Operation = {
  path: string;
  method: string;
  /** The collection under /items that it belongs to. */
  collection?: string;
  parameters: Parameter[];
  body?: { type: string; schema: Schema };
  /** The schema of a successful JSON answer. */
  answer?: Schema;
};

type Content = Record<string, { schema?: Schema }>;
type RawParameter = Parameter | { $ref: string };
type RawOperation = {
  parameters?: RawParameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type RawPath = Record<string, RawOperation> & { parameters?: Parameter[] };
export type Description = {
  paths: Record<string, RawPath>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
};

const METHODS = ["get", "post", "patch", "delete"];

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
      const answer = raw.responses[200]?.content?.["application/json"]?.schema;
      return [
        {
          path,
          method: method.toUpperCase(),
          parameters,
          ...(collection ? { collection } : {}),
          ...(type ? { body: { type, schema: content?.schema ?? {} } } : {}),
          ...(answer ? { answer } : {}),
        },
      ];
    }),
  );
  return { operations, resolve };
}

/** What is wrong with a value, at which place; undefined when it is as described. */
export function findMismatch(api: Api, given: Schema, value: unknown, place: string): string | undefined {
  const schema = api.resolve(given);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices)
    return choices.some((each) => !findMismatch(api, each, value, place)) ? undefined : `${place} fits none`;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(type, value)))
    return `${place} is ${JSON.stringify(value)?.slice(0, 80)}, not ${types.join(" or ")}`;
  if (Array.isArray(value) && schema.items) {
    const { items } = schema;
    return value.map((each, index) => findMismatch(api, items, each, `${place}.${index}`)).find(Boolean);
  }
  if (isObject(value) && schema.properties) {
    const { properties } = schema;
    return Object.entries(value)
      .map(([name, each]) => {
        const own = properties[name];
        return own ? findMismatch(api, own, each, `${place}.${name}`) : `${place}.${name} is not described`;
      })
      .find(Boolean);
  }
  return undefined;
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
