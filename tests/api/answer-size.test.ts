import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

const COUNT = 90;
const LENGTH = 190_000;

describeOnDatabases("response size limits on $name", (database) => {
  let place: Place;
  let server: TestServer;

  beforeAll(async () => {
    place = await database.place();
    server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
    await aShelf(server.visitor().fetch, { count: COUNT });
    const content = "x".repeat(LENGTH);
    await withDatabase(place, ({ db }) => sql`update templates set content = ${content}`.execute(db));
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  test("rejects a list of more than 16 MB", async () => {
    const answer = await server.fetch("/items/templates?fields=content&limit=-1");
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors[0].message).toMatch(
      /larger than 16 MB.*ask for fewer rows or fields/,
    );
    for (const query of ["fields=content&limit=10", "fields=id,template_name&limit=-1"])
      expect((await server.fetch(`/items/templates?${query}`)).status, query).toBe(200);
  });

  test("rejects it before reading it", async () => {
    // Only the database's own count knows about the spaces; parsed, it would be a few bytes.
    const sample = `{${" ".repeat(LENGTH)}}`;
    await withDatabase(place, ({ db }) => sql`update templates set sample = ${sample}`.execute(db));
    const answer = await server.fetch("/items/templates?fields=sample&limit=-1");
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors[0].message).toContain("larger than 16 MB");
    expect((await server.fetch("/items/templates?fields=sample&limit=10")).status).toBe(200);
  });
});
