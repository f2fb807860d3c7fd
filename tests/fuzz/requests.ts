import type { Api, Operation, Parameter, Schema } from "./description.ts";
import { manyValues } from "./many-values.ts";
import type { Random } from "./random.ts";

export type FuzzRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** The operation it was generated from, if any. */
  operation?: Operation;
};

/** Whose ids are used in paths of routes without a collection. */
const BEHIND: [string, string][] = [
  ["/render", "templates"],
  ["/template-versions/of/", "templates"],
  ["/template-versions/", "template_versions"],
  ["/drafts/check/", "templates"],
  ["/templates-as-files/", "templates"],
  ["/shares/", "documents"],
];
/** Requests that would sign out the test's people or remove their rights. */
const ENDS_SESSIONS = /^\/auth\/(sign-out|revoke-|people\/.*\/(delete|demote|disable))/;
const collectionBehind = (path: string) => BEHIND.find(([start]) => path.startsWith(start))?.[1];

/** Targets of requests: existing ids, sessions, the operator's token. */
export type Known = {
  /** By collection; files and everything else under "". */
  ids: Map<string, string[]>;
  cookies: string[];
  operator: string;
};

const OPERATORS = [
  "_eq",
  "_neq",
  "_in",
  "_nin",
  "_lt",
  "_lte",
  "_gt",
  "_gte",
  "_between",
  "_null",
  "_nnull",
  "_empty",
  "_nempty",
  "_contains",
  "_icontains",
  "_starts_with",
  "_istarts_with",
  "_ends_with",
  "_some",
  "_none",
  "_regex",
  "_nope",
];
const STRANGE = [
  "__proto__",
  "constructor",
  "toString",
  "*",
  "*.*",
  "*.*.*",
  "",
  " ",
  "0",
  "-1",
  "1e309",
  "NaN",
  "null",
  "undefined",
  "%00",
  "../..",
  "a".repeat(5_000),
];
const PAGES = [
  "/",
  "/sitemap.xml",
  "/robots.txt",
  "/invoices",
  "/invoices?category=studio",
  "/search?q=invoice",
  "/api-docs",
  "/login",
  "/nope",
  "/health",
  "/ready",
  "/icons/lucide.json?icons=heart,star",
  "/openapi.json",
];

/** Requests as documented, almost as documented, and malformed ones. */
export function createRequests(api: Api, random: Random, known: Known) {
  const fieldsOf = new Map<string, string[]>();
  for (const { collection, answer } of api.operations)
    if (collection && answer) fieldsOf.set(collection, namesIn(api, answer));

  function next(): FuzzRequest {
    const kind = random.number();
    if (kind < 0.08) return visit();
    if (kind < 0.12) return nonsense();
    return fromOperation(random.pick(api.operations));
  }

  function visit(): FuzzRequest {
    const path = random.pick(PAGES);
    const more = random.chance(0.3)
      ? `${path.includes("?") ? "&" : "?"}${encodeURIComponent(random.text(8))}=${encodeURIComponent(random.text(20))}`
      : "";
    return { method: "GET", path: path + more, headers: headers() };
  }

  function nonsense(): FuzzRequest {
    const path = `/${random.times(0, 5, () => random.pick(["items", "files", "assets", "auth", "render", "builds", "..", "%2e%2e", "%00", "%ff", "a", encodeURIComponent(random.text(6))])).join("/")}`;
    const method = random.pick(["GET", "POST", "PATCH", "DELETE", "PUT", "OPTIONS", "HEAD", "SEARCH"]);
    const body =
      method !== "GET" && method !== "HEAD" && random.chance(0.5) ? { body: random.text(200) } : {};
    return { method, path, headers: headers(), ...body };
  }

  function fromOperation(operation: Operation): FuzzRequest {
    const path = operation.path.replace(/\{\w+\}/g, () =>
      pathPart(anId(operation.collection ?? collectionBehind(operation.path))),
    );
    const chosen = operation.parameters.filter((each) => each.in === "query" && random.chance(0.25));
    const query = chosen.map((each) => parameter(each, operation)).join("&");
    const sent = headers();
    if (ENDS_SESSIONS.test(path)) delete sent.cookie; // or soon every request would be a visitor's
    for (const { name, in: place } of operation.parameters)
      if (place === "header" && random.chance(0.1))
        sent[name] = random.pick([`"${random.integer(0, 9)}"`, "*", "key", "x".repeat(300)]);
    const made = { headers: sent, operation };
    // Lists may also be requested with a body.
    if (operation.method === "GET" && operation.collection && random.chance(0.1))
      return {
        ...made,
        method: "SEARCH",
        path,
        headers: { ...sent, "content-type": "application/json" },
        body: JSON.stringify({
          query: { filter: filter(operation.collection, 4), limit: random.pick([1, 10, -1]) },
        }),
      };
    const whole = { ...made, method: operation.method, path: query ? `${path}?${query}` : path };
    if (!operation.body) return whole;
    const type = random.chance(0.95)
      ? operation.body.type
      : random.pick(["text/plain", "application/x-www-form-urlencoded", "nonsense"]);
    if (operation.body.type === "multipart/form-data")
      return {
        ...whole,
        headers: { ...sent, "content-type": "multipart/form-data; boundary=x" },
        body: `--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${random.text(200)}\r\n--x--\r\n`,
      };
    const json = JSON.stringify(value(operation.body.schema, 0)) ?? "";
    return {
      ...whole,
      headers: { ...sent, "content-type": type },
      body: random.chance(0.05) ? json.slice(0, -1) : json,
    };
  }

  function anId(collection = ""): string {
    const ids = known.ids.get(collection) ?? [];
    if (ids.length > 0 && random.chance(0.9)) return random.pick(ids);
    return random.pick(["01890000-0000-7000-8000-000000000001", "0", "nope", random.text(12) || "x"]);
  }

  function headers(): Record<string, string> {
    const made: Record<string, string> = {
      "x-forwarded-for": `10.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(1, 254)}`,
    };
    const who = random.number();
    if (who < 0.5 && known.cookies.length > 0) made.cookie = random.pick(known.cookies);
    else if (who < 0.65)
      made.authorization = `Bearer ${random.chance(0.9) ? known.operator : random.pick(["x", "", "a.b.c"])}`;
    if (random.chance(0.3)) made["accept-encoding"] = random.pick(["br", "gzip", "zstd, *;q=0", "identity"]);
    if (random.chance(0.03)) made.origin = random.pick(["https://evil.example", "null", "x"]);
    return made;
  }

  function parameter({ name, schema }: Parameter, { collection }: Operation): string {
    if (random.chance(0.08)) return `${name}=${encodeURIComponent(random.pick(STRANGE))}`;
    switch (name) {
      case "filter":
        return `filter=${encodeURIComponent(JSON.stringify(filter(collection ?? "", 3)))}`;
      case "fields":
        return `fields=${random
          .times(1, 4, () => aField(collection))
          .map(encodeURIComponent)
          .join(",")}`;
      case "sort":
        return `sort=${random.chance(0.5) ? "-" : ""}${encodeURIComponent(aField(collection))}`;
      case "aggregate":
        return `aggregate[${random.pick(["count", "countDistinct", "sum", "avg", "min", "max", "nope"])}]=${encodeURIComponent(random.pick(["*", aField(collection)]))}`;
      case "groupBy":
        return `groupBy=${encodeURIComponent(aField(collection))}`;
      case "offset":
      case "page":
        return `${name}=${random.pick([0, 1, 7, 1_000, 99_999, 1e15])}`;
      default:
        return `${name}=${encodeURIComponent(String(value(schema, 0)))}`;
    }
  }

  function aField(collection = ""): string {
    const names = fieldsOf.get(collection) ?? [];
    return names.length > 0 && random.chance(0.85)
      ? random.pick(names)
      : random.pick(["template_id.templates_id.content", "photo.*", "id", ...STRANGE]);
  }

  /** A tree of conditions, sometimes far larger than allowed. */
  function filter(collection: string, depth: number): unknown {
    if (random.chance(0.02))
      return {
        _or: Array.from({ length: random.pick([51, 300, 2_000]) }, () => ({
          [aField(collection)]: { _icontains: random.text(4) },
        })),
      };
    if (depth > 0 && random.chance(0.4))
      return { [random.pick(["_and", "_or"])]: random.times(0, 4, () => filter(collection, depth - 1)) };
    const operator = random.pick(OPERATORS);
    const operand = () =>
      random.pick([
        random.text(10),
        random.integer(-5, 5),
        null,
        true,
        anId(collection),
        "2026-01-01T00:00:00Z",
        random.number() * 1e20,
      ]);
    const isList = ["_in", "_nin", "_between"].includes(operator);
    return {
      [aField(collection)]: {
        [operator]: isList ? random.times(0, random.chance(0.02) ? 3_000 : 5, operand) : operand(),
      },
    };
  }

  /** A value that fits its schema; one in ten doesn't. */
  function value(given: Schema, depth: number): unknown {
    const schema = api.resolve(given);
    if (random.chance(0.1) || depth > 6)
      return random.pick([null, "", 0, -1, 1e308, [], {}, true, random.text(30), "x".repeat(20_000)]);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return value(random.pick(choices), depth + 1);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    switch ([schema.type].flat()[0]) {
      case "object":
        return Object.fromEntries(
          Object.entries(schema.properties ?? { [random.text(5)]: {} })
            .filter(([name]) => schema.required?.includes(name) || random.chance(0.4))
            .map(([name, own]) => [name, value(own, depth + 1)]),
        );
      case "array":
        return random.times(0, 3, () => value(schema.items ?? {}, depth + 1));
      case "integer":
        return random.integer(schema.minimum ?? -10, schema.maximum ?? 1_000);
      case "number":
        return random.number() * (schema.maximum ?? 10);
      case "boolean":
        return random.chance(0.5);
      default:
        if (schema.format === "uuid") return anId();
        if (schema.format === "email") return `fuzz-${random.integer(1, 1_000)}@example.org`;
        if (schema.format === "date-time") return new Date(random.integer(0, 4e12)).toISOString();
        return random.text(Math.min(schema.maxLength ?? 40, 60));
    }
  }

  /** Bodies of many tiny values for every operation with a body, and for lists requested with one. */
  function* shaped(step: number): Generator<FuzzRequest> {
    let number = 0;
    for (const operation of api.operations)
      for (const makeBody of manyValues(api, random, operation)) {
        if (number++ % step !== 0) continue;
        const body = makeBody();
        const request = fromOperation(operation);
        const isForm = operation.body?.type === "multipart/form-data";
        const type = isForm ? "multipart/form-data; boundary=x" : "application/json";
        yield { ...request, headers: { ...request.headers, "content-type": type }, body };
      }
    for (const { path, collection, method } of api.operations)
      if (method === "GET" && collection && !path.includes("{"))
        for (const size of [60_000, 900_000])
          yield {
            method: "SEARCH",
            path,
            headers: { ...headers(), "content-type": "application/json" },
            body: `{"query":{"filter":{"_and":[${"{},".repeat(size / 3)}{}]}}}`,
          };
  }

  return { next, shaped };
}

function namesIn(api: Api, answer: Schema): string[] {
  const { data } = answer.properties ?? {};
  const item = data?.items ?? data ?? {};
  return Object.keys(api.resolve(item).properties ?? {});
}

/** A path segment can't be "." or "..", however encoded: it would address another operation. */
function pathPart(id: string): string {
  return encodeURIComponent(/^\.{1,2}$/.test(id) ? "..." : id);
}
