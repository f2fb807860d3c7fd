import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readSettings } from "../../server/config/settings.ts";
import { openDatabase } from "../../server/database/connect.ts";
import { describeOnDatabases, type Place, quietLog } from "../support/databases.ts";
import { aPerson, type Call, postJson } from "../support/people.ts";
import { anExport } from "../support/ratings.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

const MARK = "mark-of-somebody-who-leaves";

describeOnDatabases("deleting an account on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  /** The files of the database byte by byte; on PostgreSQL every row of every table. */
  async function everything(): Promise<string> {
    const { DATA_DIR } = data.environment;
    const files = globSync("typecase.sqlite*", { cwd: DATA_DIR });
    if (files.length > 0) return files.map((name) => readFileSync(join(DATA_DIR, name), "latin1")).join();
    const { db, close } = await openDatabase(
      readSettings({ NODE_ENV: "test", ...data.environment }),
      quietLog,
    );
    const tables = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = 'public'`.execute(db);
    const rows: string[] = [];
    for (const { name } of tables.rows)
      rows.push(JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows));
    await close();
    return rows.join();
  }

  it("leaves nothing in the database, its files or stored answers", async () => {
    const [template] = await aShelf(call, { types: ["letter"], count: 1 });
    const person = await aPerson(call, { name: `${MARK} by name`, email: `${MARK}@example.org` });
    const headers = { cookie: person.cookie, "user-agent": `${MARK} by device` };
    const entries = [{ templates_id: template?.id }];
    const long = `${MARK} in a long text `.repeat(4_000); // across many pages of a file
    const writes: [string, Record<string, unknown>][] = [
      [
        "documents",
        { templates_id: template?.id, title: MARK, data: { text: long }, labels: [{ label: MARK }] },
      ],
      ["details", { label: MARK.slice(0, 40), words: { texts: { "sender.about": MARK } } }],
      ["history", { title: MARK, template_id: entries }],
      ["saved_templates", { template_id: entries }],
      ["ratings", { templates_id: template?.id, stars: 5, words: MARK }],
      ["contact_messages", { name: MARK, email: "another@example.org", subject: MARK, message: MARK }],
    ];
    await anExport(data, person, template?.id as string);
    for (const [collection, body] of writes) {
      const once = { ...headers, "idempotency-key": `${collection} once` };
      expect((await postJson(call, `/items/${collection}`, body, once)).status, collection).toBe(200);
    }
    expect((await everything()).split(MARK).length).toBeGreaterThan(3_000);

    const { password } = person;
    expect((await postJson(call, "/auth/delete-user", { password }, headers)).status).toBe(200);
    const left = await everything();
    expect(left).toContain(template?.id);
    expect(left.includes(MARK)).toBe(false);
  });
});
