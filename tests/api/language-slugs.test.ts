import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { columnKinds } from "../../server/database/column-kinds.ts";
import { MIGRATIONS } from "../../server/database/migrate.ts";
import { withDatabase } from "../support/database-schema.ts";
import { databases, type Place } from "../support/databases.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

const STEP = MIGRATIONS.find(({ name }) => name === "language slugs");

/** A database with types whose slugs are now languages', after the step that moves them. */
async function fill(place: Place): Promise<void> {
  const server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
  await aShelf((path, init) => fetch(server.url + path, init), {
    types: ["german", "french", "fr-templates"],
    count: 3,
  });
  await server.stop();
  await withDatabase(place, async ({ db, dialect }) => {
    for (const [old, slug] of [
      ["german", "de"],
      ["french", "fr"],
    ] as const) {
      await sql`insert into types (id, singular, plural, description, words, icon, sort, categories, origin)
        select ${slug}, singular, plural, description, words, icon, sort, categories, origin from types
        where id = ${old}`.execute(db);
      await sql`update templates set type = ${slug}, url = '/' || ${slug} || '/' || slug where type = ${old}`.execute(
        db,
      );
      await sql`delete from types where id = ${old}`.execute(db);
    }
    await STEP?.run(db as unknown as Kysely<unknown>, columnKinds(dialect));
  });
}

test.each(databases)("types with the slug of a language get another one on $name", async ({ place }) => {
  const data = await place();
  await fill(data);
  const server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
  try {
    const call = (path: string) => fetch(server.url + path, { redirect: "manual" });
    const { data: types } = (await (await call("/items/types?fields=id,plural&sort=id")).json()) as {
      data: unknown;
    };
    expect(types).toEqual([
      { id: "de-templates", plural: "german pieces" },
      { id: "fr-templates", plural: "fr-templates pieces" },
      { id: "fr-templates-2", plural: "french pieces" },
    ]);
    const addressOf = async (path: string) => {
      const { status, headers } = await call(path);
      return [status, headers.get("location")];
    };
    expect(await addressOf("/de-templates/german-number-1")).toEqual([200, null]);
    expect(await addressOf("/de/german-number-1")).toEqual([302, "/de-templates/german-number-1"]);
    expect(await addressOf("/de/german-number-1/use?document=1")).toEqual([
      302,
      "/de-templates/german-number-1/use?document=1",
    ]);
    expect(await addressOf("/fr/french-number-2")).toEqual([302, "/fr-templates-2/french-number-2"]);
    // The prefix itself, real pages and unknown ones belong to the language.
    expect(await addressOf("/de")).toEqual([200, null]);
    expect(await addressOf("/de/templates")).toEqual([200, null]);
    expect(await addressOf("/de/nothing")).toEqual([404, null]);
    expect(await addressOf("/fr/nothing")).toEqual([404, null]);
    const noted = await withDatabase(data, ({ db }) =>
      db
        .selectFrom("actions")
        .select(["actor_kind", "target_id"])
        .where("action", "=", "type.moved")
        .orderBy("target_id")
        .execute(),
    );
    expect(noted).toEqual([
      { actor_kind: "server", target_id: "de-templates" },
      { actor_kind: "server", target_id: "fr-templates-2" },
    ]);
  } finally {
    await server.stop();
    await data.remove();
  }
});
