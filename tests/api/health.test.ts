import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases, type Place } from "../support/databases.ts";
import { startServer, type TestServer } from "../support/server.ts";

describe.each(databases)("health on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;

  beforeAll(async () => {
    data = await place();
    server = await startServer({ environment: data.environment });
  });
  afterAll(async () => {
    await server?.stop();
    await data?.remove();
  });

  it("says that the process lives", async () => {
    const answer = await server.fetch("/health");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({ status: "ok" });
  });

  it("says that the database and the render pool answer, once they do", async () => {
    await expect.poll(async () => (await server.fetch("/ready")).status).toBe(200);
    const answer = await server.fetch("/ready");
    expect(await answer.json()).toEqual({ status: "ok", checks: { database: "ok", rendering: "ok" } });
  });
});
