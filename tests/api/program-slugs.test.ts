import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { columnKinds } from "../../server/database/column-kinds.ts";
import { MIGRATIONS } from "../../server/database/migrate.ts";
import { withDatabase } from "../support/database-schema.ts";
import { databases, type Place } from "../support/databases.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

/** The slugs that became paths of programs. */
const SLUGS = ["users", "mcp"];
const STEPS = MIGRATIONS.filter(({ name }) => SLUGS.some((slug) => name === `${slug} slug`));

/** A database with types whose slugs are now paths of the API, after the steps that move them. */
async function fill(place: Place): Promise<void> {
  const server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
  await aShelf((path, init) => fetch(server.url + path, init), { types: ["badges", "labels"], count: 4 });
  await server.stop();
  await withDatabase(place, async ({ db, dialect }) => {
    for (const [at, from] of ["badges", "labels"].entries()) {
      const slug = SLUGS[at] ?? "";
      await sql`insert into types (id, singular, plural, description, words, icon, sort, categories, origin)
        select ${slug}, singular, plural, description, words, icon, sort, categories, origin from types
        where id = ${from}`.execute(db);
      await sql`update templates set type = ${slug}, url = ${`/${slug}/`} || slug where type = ${from}`.execute(
        db,
      );
      await sql`delete from types where id = ${from}`.execute(db);
    }
    for (const step of STEPS) await step.run(db as unknown as Kysely<unknown>, columnKinds(dialect));
  });
}

test.each(databases)("types with the slugs of paths for programs get others on $name", async ({ place }) => {
  const data = await place();
  await fill(data);
  const server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
  try {
    const call = async (path: string) => {
      const { status, headers } = await fetch(server.url + path, { redirect: "manual" });
      return [status, headers.get("location")];
    };
    expect(await call("/users-templates/badges-number-1")).toEqual([200, null]);
    expect(await call("/users/badges-number-1")).toEqual([302, "/users-templates/badges-number-1"]);
    expect(await call("/users")).toEqual([302, "/users-templates"]);
    expect(await call("/mcp-templates/labels-number-2")).toEqual([200, null]);
    expect(await call("/mcp/labels-number-2")).toEqual([302, "/mcp-templates/labels-number-2"]);
    expect(await call("/mcp")).toEqual([302, "/mcp-templates"]);
    expect((await call("/mcp/nothing"))[0]).toBe(404);
    // Everything else below it belongs to the API.
    expect((await call("/users/me"))[0]).toBe(403);
    expect((await call("/users/nothing"))[0]).toBe(404);
    for (const id of SLUGS) {
      const made = await fetch(`${server.url}/items/types`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${OPERATOR_TOKEN}` },
        body: JSON.stringify({ id, singular: "User", plural: "Users" }),
      });
      expect(made.status).toBe(400);
    }
  } finally {
    await server.stop();
    await data.remove();
  }
});
