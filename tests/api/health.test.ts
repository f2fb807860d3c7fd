import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

describeOnDatabases("health on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, RENDER_PROCESSES: "1" } });
  });
  afterAll(async () => {
    await server?.stop();
    await data?.remove();
  });

  it("reports a running process", async () => {
    const answer = await server.fetch("/health");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({ status: "ok" });
  });

  it("reports readiness of database and render pool", async () => {
    await expect.poll(async () => (await server.fetch("/ready")).status).toBe(200);
    const answer = await server.fetch("/ready");
    expect(await answer.json()).toEqual({
      status: "ok",
      checks: { database: "ok", rendering: "ok" },
      details: {
        database: "A query is answered, and writes are taken.",
        rendering: expect.stringMatching(
          /^1 of 1 processes can make pages\. They have (no|the server's) network/,
        ),
      },
    });
  });
});

describe("a server without render processes", () => {
  it("is ready, refuses renders and leaves pictures to other nodes", async () => {
    const server = await startServerHere({ environment: { OPERATOR_TOKEN, RENDER_PROCESSES: "0" } });
    try {
      const [template] = await aShelf(server.visitor().fetch, { count: 1 });
      const ready = await server.fetch("/ready");
      expect(ready.status).toBe(200);
      expect(await ready.json()).toMatchObject({ status: "ok", checks: { database: "ok" } });
      const page = await server.fetch(`/render/${template?.id}.svg`, { method: "POST", json: { data: {} } });
      expect(page.status).toBe(503);
      expect(await page.json()).toMatchObject({
        errors: [{ extensions: { code: "SERVICE_UNAVAILABLE" } }],
      });
      const { data } = await (await server.fetch(`/items/templates/${template?.id}?fields=image`)).json();
      expect(data).toEqual({ image: null });
    } finally {
      await server.stop();
    }
  });
});
