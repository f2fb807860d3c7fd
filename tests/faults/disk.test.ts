import { execFileSync } from "node:child_process";
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { databases, type TestDatabase } from "../support/databases.ts";
import { countLost, faultRounds, noteFault } from "../support/fault-table.ts";
import { aPerson, type Person } from "../support/people.ts";
import { type ServerProcess, startServer, type TestServer } from "../support/server.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

const TIMES = faultRounds({ short: 1, long: 10 });

const [sqlite, postgres] = databases as [TestDatabase, TestDatabase];

function write(server: TestServer, { cookie }: Person, title: string, template: string): Promise<Response> {
  return fetch(`${server.url}/items/documents`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ templates_id: template, title, data: { text: "x".repeat(20_000) } }),
  });
}

function remember(
  server: TestServer,
  { cookie }: Person,
  title: string,
  templates: string[],
): Promise<Response> {
  return fetch(`${server.url}/items/history`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ title, template_id: templates.map((templates_id) => ({ templates_id })) }),
  });
}

async function expectNoRoom(answer: Response): Promise<void> {
  expect([503, 507], await answer.clone().text()).toContain(answer.status);
  const [error] = (await answer.json()).errors;
  expect(["INSUFFICIENT_STORAGE", "SERVICE_UNAVAILABLE"]).toContain(error.extensions.code);
}

describe("disk full", () => {
  // No file of the process may grow beyond a size, as on a full disk.
  test.runIf(process.platform === "linux")("on SQLite: 507 or 503, no partial rows, recovers", async () => {
    const place = await sqlite.place();
    const file = join(place.environment.DATA_DIR, "typecase.sqlite");
    const server = await startServer({ environment: { ...place.environment, OPERATOR_TOKEN } });
    try {
      const templates = (await aShelf(server.visitor().fetch, { count: 3 })).map((each) => each.id);
      const person = await aPerson(server.visitor().fetch);
      const kept: string[] = [];
      const attempt = async (title: string) => {
        const answer = await write(server, person, title, templates[0] as string);
        if (answer.status === 200) kept.push((await answer.json()).data.id);
        return answer;
      };
      expect((await attempt("before")).status).toBe(200);

      for (let time = 0; time < TIMES; time++) {
        const largest = Math.max(statSync(file).size, statSync(`${file}-wal`).size);
        limitFiles(server, String(largest + 200_000));
        let refused: Response | undefined;
        for (let n = 0; n < 500 && !refused; n++) {
          const answer = await attempt(`filling ${n}`);
          if (answer.status !== 200) refused = answer;
        }
        await expectNoRoom(refused as Response);
        await expectNoRoom(await attempt("still full"));
        // A sign-up is rejected for the same reason, and nothing of it is stored.
        const signUp = { name: "Late", email: `late-${time}@example.org`, password: "correct horse battery" };
        const late = await server.visitor().fetch("/auth/sign-up/email", { method: "POST", json: signUp });
        expect([503, 507], await late.clone().text()).toContain(late.status);
        for (let asked = 0; asked < 3; asked++) expect((await server.fetch("/ready")).status).toBe(503);
        for (const path of ["/health", "/items/templates", "/"])
          expect((await server.fetch(path)).status, path).toBe(200);
        const read = await fetch(`${server.url}/items/documents?fields=id&limit=1000`, {
          headers: { cookie: person.cookie },
        });
        expect(idsOf(await read.json())).toEqual([...kept].sort());

        limitFiles(server, "unlimited");
        expect((await attempt("after")).status).toBe(200);
        await expect.poll(async () => (await server.fetch("/ready")).status).toBe(200);
      }
      await expect.poll(() => toldOf(server)).toEqual(Array(TIMES).fill("error"));
      await server.stop("SIGKILL");
      const database = new DatabaseSync(file);
      const rows = database.prepare("select id from documents order by id").all() as { id: string }[];
      noteFault({
        fault: "disk full under SQLite's files",
        times: TIMES,
        acknowledged: `${kept.length} documents, the others refused`,
        lost: kept.filter((id) => !rows.some((row) => row.id === id)).length,
      });
      expect(rows.map((row) => row.id)).toEqual([...kept].sort());
      expect(database.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
      expect(database.prepare("pragma foreign_key_check").all()).toEqual([]);
      database.close();
    } finally {
      if (server.process.exitCode === null && server.process.signalCode === null) await server.stop();
      await place.remove();
    }
  });

  test("on a damaged SQLite file: /ready fails with one error line", async () => {
    const place = await sqlite.place();
    const file = join(place.environment.DATA_DIR, "typecase.sqlite");
    const database = new DatabaseSync(file);
    const row = database.prepare("select rootpage from sqlite_master where name = 'contact_messages'").get();
    const size = Number(database.prepare("pragma page_size").get()?.page_size);
    database.close();
    const descriptor = openSync(file, "r+");
    writeSync(descriptor, Buffer.alloc(size, 0x5a), 0, size, (Number(row?.rootpage) - 1) * size);
    closeSync(descriptor);
    const server = await startServer({ environment: { ...place.environment, OPERATOR_TOKEN } });
    try {
      expect((await server.fetch("/ready")).status).toBe(200); // the damage has not been read yet
      const json = { name: "N", email: "n@example.org", subject: "S", message: "M" };
      expect((await server.fetch("/items/contact_messages", { method: "POST", json })).status).toBe(500);
      for (let asked = 0; asked < 3; asked++) expect((await server.fetch("/ready")).status).toBe(503);
      await expect.poll(() => toldOf(server)).toEqual(["error"]);
    } finally {
      await server.stop();
      await place.remove();
    }
  });

  test("on PostgreSQL: 507 or 503, no partial rows, recovers", async () => {
    const place = await postgres.place();
    const server = await startServer({ environment: { ...place.environment, OPERATOR_TOKEN } });
    const client = new pg.Client({ connectionString: place.environment.DATABASE_URL });
    try {
      const templates = (await aShelf(server.visitor().fetch, { count: 3 })).map((each) => each.id);
      const person = await aPerson(server.visitor().fetch);
      await client.connect();
      const kept = new Map<string, string>();
      for (let time = 0; time < TIMES; time++) {
        // PostgreSQL's error when it can't extend a file, at the last row of a record that has four.
        await client.query(`
          create or replace function refuse() returns trigger language plpgsql as $$ begin
            if (select count(*) from history_templates where history_id = new.history_id) >= 2 then
              raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
            end if;
            return new;
          end $$;
          create trigger full_disk before insert on history_templates for each row execute function refuse()`);
        await expectNoRoom(await remember(server, person, "no room", templates));
        const count = async (table: string) =>
          (await client.query(`select count(*)::int as n from ${table}`)).rows[0].n;
        expect(await count("history")).toBe(time);
        expect(await count("history_templates")).toBe(time * 3);
        expect((await server.fetch("/items/templates")).status).toBe(200);

        await client.query("drop trigger full_disk on history_templates");
        const answer = await remember(server, person, `room again ${time}`, templates);
        expect(answer.status).toBe(200);
        kept.set(`room again ${time}`, (await answer.json()).data.id);
        expect(await count("history")).toBe(time + 1);
        expect(await count("history_templates")).toBe((time + 1) * 3);
      }
      const { rows } = await client.query<{ id: string; title: string }>("select id, title from history");
      const lost = countLost(kept, new Map(rows.map(({ id, title }) => [title, id])));
      noteFault({
        fault: "disk full under PostgreSQL",
        times: TIMES,
        acknowledged: `${kept.size} records, as many refused whole`,
        lost,
      });
      expect(lost).toBe(0);
    } finally {
      await client.end();
      await server.stop();
      await place.remove();
    }
  });
});

function toldOf(server: Pick<TestServer, "log">): unknown[] {
  return server
    .log()
    .filter(({ msg }) => String(msg).includes("takes no writes"))
    .map(({ level }) => level);
}

function limitFiles({ process: { pid } }: ServerProcess, bytes: string): void {
  execFileSync("prlimit", [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
}

function idsOf({ data }: { data: { id: string }[] }): string[] {
  return data.map((row) => row.id).sort();
}
