import fc from "fast-check";
import { expect, test } from "vitest";
import { COLLECTIONS, ITEM_COLLECTIONS } from "../../../contract/collections/collections.ts";
import { ApiError } from "../../errors/errors.ts";
import { LIST_PARAMETERS } from "../../request/api-description.ts";
import { VISITOR } from "../../request/viewer.ts";
import { conditionSql } from "../conditions.ts";
import { readParameters, readSearchBody } from "./parameters.ts";
import { parseQuery } from "./parse.ts";

const RUNS = 3_000;
const collections = new Map(
  Object.entries(COLLECTIONS).map(([name, fields]) => [name, { name, fields, access: {} }]),
);
const everything = (name: string) => collections.get(name)?.fields ?? null;
const names = [
  "id",
  "type",
  "rating",
  "template_id",
  "templates_id",
  "fields",
  "nope",
  "__proto__",
  "constructor",
  "_and",
  "_or",
  "_eq",
  "_in",
  "_between",
  "_some",
  "_null",
  "year(date_created)",
  "count(template_id)",
  "_limit",
  "_filter",
  "*",
  "0",
  "1",
  "",
];
const word = fc.oneof(fc.constantFrom(...names), fc.string({ unit: "binary", maxLength: 12 }));
const parameter = fc.constantFrom(...LIST_PARAMETERS, "x");

/** Whatever comes, it is understood or refused in the API's words; nothing else is thrown. */
function parseAnything(read: () => Parameters<typeof parseQuery>[0], collection: string): void {
  try {
    const query = parseQuery(read(), collection, everything, { userId: null, now: new Date() });
    const held = collections.get(collection);
    const place = { dialect: "sqlite" as const, viewer: VISITOR, collections };
    if (query.filter && held) conditionSql(query.filter, held, "item", place);
    expect(query.limit ?? 0).toBeLessThanOrEqual(1_000);
    expect(query.offset).toBeGreaterThanOrEqual(0);
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).status).toBeLessThan(500);
  }
  expect(({} as Record<string, unknown>).x).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
}

const collection = fc.constantFrom(...ITEM_COLLECTIONS);

test("parses or rejects every query string", () => {
  const key = fc
    .tuple(parameter, fc.array(word, { maxLength: 6 }))
    .map(([name, path]) => name + path.map((part) => `[${part}]`).join(""));
  const pair = fc
    .tuple(key, word)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 8 }), collection, (pairs, of) =>
      parseAnything(() => readParameters(pairs.join("&")), of),
    ),
    { numRuns: RUNS, examples: [[["alias[templates_id][x]=id", "deep[templates_id]=id"], "user"]] },
  );
});

test("parses or rejects every string of any characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), collection, (text, of) =>
      parseAnything(() => readParameters(text), of),
    ),
    { numRuns: RUNS },
  );
});

test("parses or rejects every JSON of a SEARCH", () => {
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      fc.jsonValue({ maxDepth: 1 }),
      word,
      fc.array(tie("node"), { maxLength: 4 }),
      fc.dictionary(word, tie("node"), { maxKeys: 4 }),
    ),
  })).node;
  fc.assert(
    fc.property(fc.dictionary(parameter, value, { maxKeys: 5 }), collection, (query, of) =>
      parseAnything(() => readSearchBody(JSON.parse(JSON.stringify({ query })), {}), of),
    ),
    { numRuns: RUNS },
  );
});

test("parses or rejects every filter as JSON text", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3_000 }),
      fc.constantFrom("_and", "_or", "template_id"),
      (depth, name) => {
        const text =
          name === "template_id"
            ? `${'{"template_id":'.repeat(depth)}{}${"}".repeat(depth)}`
            : `${`{"${name}":[`.repeat(depth)}{}${"]}".repeat(depth)}`;
        parseAnything(() => readParameters(`filter=${text}`), "history");
      },
    ),
    { numRuns: 200 },
  );
});
