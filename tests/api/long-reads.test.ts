import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases, type Place, type TestDatabase } from "../support/databases.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

const [sqlite, postgres] = databases as [TestDatabase, TestDatabase];
/** With fifty conditions each, more than the server searches in its own process. */
const COUNT = 210;

describe("long reads on SQLite", () => {
  let place: Place;
  let server: TestServer;

  beforeAll(async () => {
    place = await sqlite.place();
    server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
    await aShelf(server.visitor().fetch, { count: COUNT });
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  const names = Array.from({ length: 50 }, (_, n) => ({ template_name: { _icontains: `NUMBER ${n + 1}` } }));
  const query = `fields=id&limit=1&meta=filter_count&filter=${encodeURIComponent(JSON.stringify({ _or: names }))}`;

  test("are answered by a process of their own", async () => {
    const answer = await server.fetch(`/items/templates?${query}`);
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect((await answer.json()).meta).toEqual({ filter_count: COUNT });
  });

  test("are ended at their deadline with 503 while others are answered", async () => {
    // No process can start within a millisecond.
    const hasty = await startServerHere({
      environment: { ...place.environment, OPERATOR_TOKEN, QUERY_DEADLINE_MS: "1" },
    });
    try {
      const [answer, health, short] = await Promise.all([
        hasty.fetch(`/items/templates?${query}`),
        hasty.fetch("/health"),
        hasty.fetch("/items/templates?fields=id&limit=1"),
      ]);
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("2");
      expect((await answer.json()).errors[0].message).toMatch(
        /not done after 1 ms and was ended\. Ask for less/,
      );
      expect([health.status, short.status]).toEqual([200, 200]);
    } finally {
      await hasty.stop();
    }
  });
});

describe("long lists on PostgreSQL", () => {
  const SLOW_LISTS = 14; // more than there are connections
  let opened: Place;
  let server: TestServer;
  beforeAll(async () => {
    opened = await postgres.place();
    server = await startServerHere({
      environment: {
        ...opened.environment,
        OPERATOR_TOKEN,
        QUERY_DEADLINE_MS: "60000",
        LOCK_WAIT_MS: "60000",
      },
    });
    await aShelf(server.visitor().fetch, { count: 3 });
  });
  afterAll(async () => {
    await server?.stop();
    await opened?.remove();
  });

  test("leave connections to other requests", async () => {
    const connect = () => new pg.Client({ connectionString: opened.environment.DATABASE_URL });
    // Two, because a transaction keeps seeing the activity that it saw first.
    const [other, watch] = [connect(), connect()];
    await Promise.all([other.connect(), watch.connect()]);
    try {
      // Typos are found once the search index is read; until then, reading it waits for the lock, too.
      const foundWithTypo = async () =>
        (await (await server.fetch("/items/templates?fields=id&search=nubmer")).json()).data.length;
      await expect.poll(foundWithTypo).toBeGreaterThan(0);
      // The row estimate that the database would have for a large catalogue.
      await other.query("update pg_class set reltuples = 100000 where oid = 'templates'::regclass");
      await other.query("begin; lock table templates in access exclusive mode");
      const lists = Array.from({ length: SLOW_LISTS }, (_, number) =>
        server.fetch(`/items/templates?fields=id&filter[template_name][_icontains]=number&offset=${number}`),
      );
      const held = async () => {
        const { rows } = await watch.query(
          "select count(*)::int as held from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows[0].held;
      };
      await expect.poll(held).toBe(3);
      expect((await server.fetch("/items/types?fields=id&limit=1")).status).toBe(200);
      expect((await server.fetch("/ready")).status).toBe(200);
      expect(await held()).toBe(3);
      await other.query("rollback");
      const answers = await Promise.all(lists);
      expect(answers.map(({ status }) => status)).toEqual(Array(SLOW_LISTS).fill(200));
    } finally {
      await Promise.all([other.end(), watch.end()]);
    }
  });
});
