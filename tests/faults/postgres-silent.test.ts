import { expect, test } from "vitest";
import { databases, type TestDatabase } from "../support/databases.ts";
import { startLossyProxy } from "../support/lossy-proxy.ts";
import { startServerHere } from "../support/server-here.ts";

const [, postgres] = databases as [TestDatabase, TestDatabase];

test("answers 503 for a silent PostgreSQL connection and recovers", async () => {
  const place = await postgres.place();
  const proxy = await startLossyProxy(place.environment.DATABASE_URL);
  const environment = { ...place.environment, DATABASE_URL: proxy.url, QUERY_DEADLINE_MS: "500" };
  const server = await startServerHere({ environment });
  let asked = 0;
  // Each a new address, because responses are cached.
  const ask = () => server.fetch(`/items/templates?fields=id&limit=${++asked}`);
  try {
    expect((await ask()).status).toBe(200);
    proxy.swallow(true);
    const [silent, health] = await Promise.all([ask(), server.fetch("/health")]);
    expect(silent.status).toBe(503);
    expect(silent.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await silent.json()).errors[0].message).toContain("The database does not answer.");
    expect(health.status).toBe(200);
    proxy.swallow(false);
    await expect.poll(async () => (await ask()).status).toBe(200);
  } finally {
    proxy.close();
    await server.stop();
    await place.remove();
  }
});
