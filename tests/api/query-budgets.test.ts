import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_CONDITIONS, MAX_LIST_VALUES, MAX_QUERY_BYTES } from "../../contract/limits.ts";
import { databases, type Place } from "../support/databases.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

const many = <Item>(length: number, make: (index: number) => Item) =>
  Array.from({ length }, (_, index) => make(index));

describe.each(databases)("query limits on $name", (database) => {
  let place: Place;
  let server: TestServer;

  beforeAll(async () => {
    place = await database.place();
    server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
    await aShelf(server.visitor().fetch, { count: 6 });
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  const get = (query: string) => fetch(`${server.url}/items/templates?${query}`);
  const filtered = (filter: unknown) => get(`limit=1&filter=${encodeURIComponent(JSON.stringify(filter))}`);
  const search = (query: unknown) =>
    fetch(`${server.url}/items/templates`, {
      method: "SEARCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });

  async function expectRefused(answer: Response, reason: RegExp): Promise<void> {
    const text = await answer.text();
    expect(answer.status, text).toBe(400);
    const [error] = JSON.parse(text).errors;
    expect(error.extensions.code).toBe("INVALID_QUERY");
    expect(error.message).toMatch(reason);
  }

  const words = (count: number, field = "description") =>
    many(count, (n) => ({ [field]: { _icontains: `w${n}` } }));

  test("reject 300 text conditions in one address", async () => {
    const bound = new RegExp(`at most ${MAX_CONDITIONS} conditions`);
    for (const field of ["content", "description"]) {
      const query = many(300, (n) => `filter[_or][${n}][${field}][_icontains]=w`).join("&");
      expect(query.length).toBeGreaterThan(11_000);
      await expectRefused(await get(query), bound);
    }
  });

  test("reject 36 KB and 1 MB of conditions in a SEARCH before making SQL", async () => {
    const long = { _or: words(1_100, "content") };
    expect(JSON.stringify(long).length).toBeGreaterThan(36_000);
    await expectRefused(await search({ filter: long }), /at most 50 conditions/);
    const longer = { filter: { _or: words(27_000, "content") } };
    expect(JSON.stringify(longer).length).toBeGreaterThan(900_000);
    await expectRefused(await search(longer), new RegExp(`longer than ${MAX_QUERY_BYTES} characters`));
  });

  test("count conditions over the whole query", async () => {
    expect((await filtered({ _or: words(MAX_CONDITIONS) })).status).toBe(200);
    const tooMany = /more than 50 conditions/;
    await expectRefused(await filtered({ _or: words(30), _and: words(21) }), tooMany);
    await expectRefused(await filtered({ _and: many(6, () => ({ _or: words(9) })) }), tooMany);
    await expectRefused(await filtered({ _and: many(6, () => ({ _or: many(9, () => ({})) })) }), tooMany);
    await expectRefused(await filtered({ _or: many(26, () => ({ rating: { _gte: 1, _lte: 4 } })) }), tooMany);
    await expectRefused(
      await filtered({ _or: many(26, () => ({ image: { id: { _nnull: true } } })) }),
      tooMany,
    );
    await expectRefused(
      await get(`search=${many(40, (n) => `w${n}`).join("+")}&filter=${JSON.stringify({ _or: words(11) })}`),
      tooMany,
    );
  });

  test("count a list as one condition and allow 1,000 list values", async () => {
    const values = (count: number) => many(count, (n) => `value ${n}`);
    const lists = many(MAX_CONDITIONS, () => ({ type: { _nin: values(MAX_LIST_VALUES / MAX_CONDITIONS) } }));
    expect((await search({ filter: { _and: lists } })).status).toBe(200);
    expect((await search({ filter: { type: { _in: values(MAX_LIST_VALUES) } } })).status).toBe(200);
    const tooMany = /at most 1000 are allowed in all/;
    await expectRefused(await search({ filter: { type: { _in: values(MAX_LIST_VALUES + 1) } } }), tooMany);
    await expectRefused(
      await search({ filter: { type: { _in: values(501) }, category: { _nin: values(500) } } }),
      tooMany,
    );
  });

  test("search text fields but not source text", async () => {
    for (const operator of ["_contains", "_nicontains", "_istarts_with", "_nends_with"])
      await expectRefused(await filtered({ content: { [operator]: "x" } }), /"content" holds source text/);
    for (const query of ["sort=content", "groupBy[]=content", "aggregate[countDistinct]=content"])
      await expectRefused(await get(query), /"content".* source text/);
    expect((await filtered({ content: { _empty: true } })).status).toBe(200);
  });

  test("limit sorts, groups and aggregates", async () => {
    const names = (count: number) => many(count, () => "rating").join(",");
    await expectRefused(await get(`sort=${names(11)}`), /"sort" holds 11 names, at most 10 are allowed/);
    await expectRefused(await get(`groupBy=${names(11)}`), /"groupBy" holds 11 names, at most 10/);
    const both = `aggregate[max]=${names(11)}&aggregate[min]=${names(11)}`;
    await expectRefused(await get(both), /"aggregate" asks for 22 values, at most 20 are allowed/);
  });
});
