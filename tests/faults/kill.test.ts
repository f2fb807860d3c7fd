import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { databases } from "../support/databases.ts";
import { countLost, faultRounds, noteFault } from "../support/fault-table.ts";
import { aPerson, type Person, signIn } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

/** A longer run: `npm test -- faults --rounds 200`. */
const LONGER = process.env.KILL_ROUNDS;
/** Fewer on PostgreSQL, which is not killed: the test is about our acknowledgements, not its files. */
const roundsOn = (database: string) =>
  Number(LONGER ?? faultRounds(database === "SQLite" ? { short: 3, long: 200 } : { short: 2, long: 50 }));
const WRITERS = 4;

describe.each(databases)("kill -9 during writes on $name", (database) => {
  const rounds = roundsOn(database.name);
  test(`${rounds} rounds: every acknowledged write is there afterwards`, {
    timeout: 60_000 + rounds * 8_000,
  }, async () => {
    const place = await database.place();
    const environment = { ...place.environment, OPERATOR_TOKEN };
    let server = await startServer({ environment });
    const templates = (await aShelf(server.visitor().fetch, { count: 12 })).map((each) => each.id);
    const person = await aPerson(server.visitor().fetch);
    const acknowledged = new Map<string, string>();
    let number = 0;

    for (let round = 0; round < rounds; round++) {
      let running = true;
      // After a number of acknowledged writes that differs from round to round.
      const enough = acknowledged.size + 3 + ((round * 7) % 23);
      const reached = Promise.withResolvers<void>();
      const write = async () => {
        while (running) {
          const title = `write ${++number}`;
          try {
            const answer = await record(
              server,
              person,
              title,
              templates[number % templates.length] as string,
            );
            if (answer.status === 200) acknowledged.set(title, (await answer.json()).data.id);
            if (acknowledged.size >= enough) reached.resolve();
          } catch {
            return; // the server is gone, and this write was not acknowledged
          }
        }
      };
      const writers = Array.from({ length: WRITERS }, write);
      await reached.promise;
      const killed = server.stop("SIGKILL");
      running = false;
      await Promise.all([killed, ...writers]);
      server = await startServer({ environment });
    }

    const cookie = await signIn(server.visitor().fetch, person);
    const stored = await readAll(server, cookie);
    const lost = countLost(acknowledged, stored);
    noteFault({
      fault: `kill -9 under writes, ${database.name}`,
      times: rounds,
      acknowledged: `${acknowledged.size} writes`,
      lost,
    });
    expect(lost).toBe(0);
    expect(acknowledged.size).toBeGreaterThanOrEqual(rounds * 3);
    await server.stop();
    if (database.name === "SQLite") {
      const sqlite = new DatabaseSync(join(place.environment.DATA_DIR, "typecase.sqlite"));
      expect(sqlite.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
      expect(sqlite.prepare("pragma foreign_key_check").all()).toEqual([]);
      sqlite.close();
    }
    await place.remove();
  });
});

function record(server: TestServer, { cookie }: Person, title: string, template: string): Promise<Response> {
  return fetch(`${server.url}/items/history?fields=id`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify({ title, template_id: [{ templates_id: template }] }),
  });
}

async function readAll(server: TestServer, cookie: string): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  for (let page = 1; ; page++) {
    const answer = await fetch(
      `${server.url}/items/history?fields=id,title,template_id.templates_id&limit=1000&page=${page}`,
      { headers: { cookie } },
    );
    const { data } = (await answer.json()) as {
      data: { id: string; title: string; template_id: unknown[] }[];
    };
    for (const each of data) {
      expect(each.template_id).toHaveLength(1); // never a record without its template
      stored.set(each.title, each.id);
    }
    if (data.length < 1000) return stored;
  }
}
