import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

const METRICS_TOKEN = "a-token-for-reading-metrics";
const READER = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

describeOnDatabases("metrics on $name", ({ place, name }) => {
  let data: Place;
  let server: TestServer;

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, METRICS_TOKEN, OPERATOR_TOKEN } });
  });
  afterAll(async () => {
    await server?.stop();
    await data?.remove();
  });

  const read = async () => (await server.fetch("/metrics", READER)).text();

  it("require the token", async () => {
    const answer = await server.fetch("/metrics", READER);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const given of [{}, { headers: { authorization: "Bearer of-something-else" } }]) {
      const refused = await server.fetch("/metrics", given);
      expect(refused.status).toBe(404);
      expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: "ROUTE_NOT_FOUND" } }] });
    }
  });

  it("count requests by route and status, cached and unknown ones included", async () => {
    const [template] = await aShelf(server.visitor().fetch, { count: 1 });
    for (let each = 0; each < 3; each++) await (await server.fetch("/privacy")).text();
    for (const word of ["one", "two"]) await (await server.fetch(`/items/no/such/${word}`)).text();
    await (await server.fetch(`/items/templates/${template?.id}`)).text();
    await expect
      .poll(read)
      .toMatch(/http_request_seconds_count{method="GET",route="\/privacy",status="200"} 3\n/);
    const text = await read();
    expect(text).toContain('_count{method="GET",route="unknown",status="404"} 2\n');
    expect(text).toContain('_count{method="GET",route="/items/:collection/:id",status="200"} 1\n');
    expect(text).not.toMatch(/such|privacy\?/);
    expect(text).toMatch(/cache_lookups_total{cache="answers",result="hit"} [1-9]/);
    expect(text).toMatch(/cache_lookups_total{cache="answers",result="miss"} [1-9]/);
  });

  it("cover database, mail queue, memory, event loop and render queue", async () => {
    const text = await read();
    expect(text).toMatch(/database_query_seconds_count{statement="select",outcome="done"} [1-9]/);
    expect(text).toMatch(/database_bytes [1-9]/);
    if (name === "SQLite") expect(text).toMatch(/database_wal_bytes \d/);
    expect(text).toContain("mail_outbox_age_seconds 0\n");
    expect(text).toMatch(/process_memory_bytes{process="server",number="1"} [1-9]/);
    expect(text).toMatch(/event_loop_lag_seconds{quantile="0.99"} \d/);
    expect(text).toContain("render_queue_length 0\n");
    expect(text).toContain("log_lines_dropped_total 0\n");
  });
});

describe("metrics without a token", () => {
  it("are off by default", async () => {
    const server = await startServerHere();
    const answer = await server.fetch("/metrics", READER);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: "ROUTE_NOT_FOUND" } }] });
    await server.stop();
  });
});

describe("metrics for some addresses", () => {
  let server: TestServer;

  beforeAll(async () => {
    const environment = { METRICS_ADDRESSES: "127.0.0.0/8", RENDER_RATE: "1", DRAIN_MS: "1500" };
    server = await startServerHere({ environment });
  });

  it("are refused behind an unknown proxy", async () => {
    expect((await server.fetch("/metrics")).status).toBe(200);
    const handedOn = { headers: { "x-forwarded-for": "127.0.0.1" } };
    expect((await server.fetch("/metrics", handedOn)).status).toBe(404);
  });

  it("count reached limits by name", async () => {
    for (let each = 0; each < 2; each++) await server.fetch("/render/characters");
    expect(await (await server.fetch("/metrics")).text()).toMatch(/limit_hits_total{limit="renders"} [1-9]/);
  });

  it("include every metric of the Grafana dashboard", async () => {
    const text = await (await server.fetch("/metrics")).text();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)];
    const known = types.flatMap(([, name = "", type]) =>
      type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name],
    );
    const dashboard = readFileSync("docs/grafana-dashboard.json", "utf8");
    const queries = dashboard.match(/"(?:expr|query)": "(?:[^"\\]|\\.)*"/g) ?? [];
    const asked = new Set(queries.flatMap((query) => query.match(/\btypecase_\w+/g) ?? []));
    expect(asked.size).toBeGreaterThan(12);
    expect([...asked].filter((name) => !known.includes(name))).toEqual([]);
  });

  it("report stopping at /ready while still answering", async () => {
    expect((await server.fetch("/ready")).status).toBe(200);
    const stopped = server.stop();
    const answer = await server.fetch("/ready");
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ status: "draining" });
    expect((await server.fetch("/health")).status).toBe(200);
    await stopped;
  });
});
