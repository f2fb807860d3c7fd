import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases, type Place, type TestDatabase } from "../support/databases.ts";
import { aPerson, type Person } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

const [sqlite] = databases as [TestDatabase];
/** Ten seconds by default; one second behaves the same. */
const LOCK_WAIT_MS = "1000";

describe("a SQLite file locked by another process", () => {
  let place: Place;
  let server: TestServer;
  let person: Person;
  let templates: string[];
  let file: string;

  beforeAll(async () => {
    place = await sqlite.place();
    file = join(place.environment.DATA_DIR, "typecase.sqlite");
    server = await startServer({ environment: { ...place.environment, OPERATOR_TOKEN, LOCK_WAIT_MS } });
    templates = (await aShelf(server.visitor().fetch, { count: 6 })).map((each) => each.id);
    person = await aPerson(server.visitor().fetch);
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  const record = (title: string) => ({ title, template_id: [{ templates_id: templates[0] }] });

  function send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(server.url + path, {
      method,
      headers: { cookie: person.cookie, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  function count(table: string): number {
    const reader = new DatabaseSync(file, { readOnly: true });
    const { n } = reader.prepare(`select count(*) as n from ${table}`).get() as { n: number };
    reader.close();
    return n;
  }

  /** Holds the write lock in another connection until released. */
  function holdLock(): () => void {
    const holder = new DatabaseSync(file);
    holder.exec("pragma busy_timeout = 5000; begin immediate");
    return () => {
      holder.exec("rollback");
      holder.close();
    };
  }

  test("for longer than the timeout: writes get 503, reads continue", async () => {
    const tables = ["history", "history_templates", "documents", "contact_messages", "saved_templates"];
    const before = tables.map(count);
    const letGo = holdLock();
    try {
      let waiting = true;
      const writes = Promise.all([
        ...Array.from({ length: 5 }, (_, n) => send("POST", "/items/history", record(`locked ${n}`))),
        send("POST", "/items/documents", { templates_id: templates[0], title: "Locked" }),
        send("POST", "/items/saved_templates", { template_id: [{ templates_id: templates[1] }] }),
        send("PATCH", `/items/user/${person.id}`, { name: "Locked" }),
        send("POST", "/items/contact_messages", {
          name: "N",
          email: "n@example.org",
          subject: "S",
          message: "M",
        }),
      ]).finally(() => {
        waiting = false;
      });
      let readMeanwhile = 0;
      while (waiting) {
        const answer = await send("GET", "/items/history?limit=1");
        expect(answer.status).toBe(200);
        if (waiting) readMeanwhile++;
      }
      const answers = await writes;
      for (const answer of answers) {
        expect(answer.status, await answer.clone().text()).toBe(503);
        expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
        const [error] = (await answer.json()).errors;
        expect(error.extensions.code).toBe("SERVICE_UNAVAILABLE");
      }
      expect(readMeanwhile).toBeGreaterThan(0);
      expect(tables.map(count)).toEqual(before);
    } finally {
      letGo();
    }
    expect((await send("POST", "/items/history", record("after"))).status).toBe(200);
    const { data } = await (await send("GET", "/items/user?fields=name")).json();
    expect(data).toEqual([{ name: person.name }]);
  });

  test("for less than the timeout: the write succeeds once", async () => {
    const before = count("history");
    const letGo = holdLock();
    const writing = send("POST", "/items/history", record("patient"));
    // A read answered after the write was sent shows that the server is not blocked.
    expect((await send("GET", "/items/history?limit=1")).status).toBe(200);
    expect(count("history")).toBe(before);
    letGo();
    expect((await writing).status).toBe(200);
    expect(count("history")).toBe(before + 1);
  });

  test("again and again: no write is lost or rejected", async () => {
    const before = count("history");
    const other = new Worker(
      `const { DatabaseSync } = require("node:sqlite");
       const { parentPort, workerData } = require("node:worker_threads");
       const database = new DatabaseSync(workerData, { timeout: 10_000 });
       for (let n = 0; n < 100; n++) {
         database.exec("begin immediate");
         database.exec("insert into kept_values values ('held ' || hex(randomblob(8)), 'x')");
         database.exec("commit");
       }
       database.close();
       parentPort.postMessage("done");`,
      { eval: true, workerData: file },
    );
    const finished = once(other, "exit");
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => send("POST", "/items/history", record(`between ${n}`))),
    );
    await finished;
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(count("history")).toBe(before + 60);
    expect(count("kept_values where name like 'held %'")).toBe(100);
  });
});
