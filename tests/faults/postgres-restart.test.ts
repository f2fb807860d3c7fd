import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countLost, faultRounds, noteFault } from "../support/fault-table.ts";
import { startLossyProxy } from "../support/lossy-proxy.ts";
import { aPerson, type Person } from "../support/people.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

const WRITERS = 4;
const RESTARTS = faultRounds({ short: 1, long: 25 }); // of each kind

/** A crash loses more than a stop in order, which is left to the long run. */
const RESTART_KINDS = [
  ["crash", []],
  ["fast", ["long"]],
] as const;

/** Nodes of one database share one signing key. */
const SECRET = "a-secret-that-all-nodes-of-this-test-share";

describe("PostgreSQL", () => {
  let postgres: TestPostgres;
  let folder: string;
  let url: string;
  const nodes: TestServer[] = [];
  let templates: string[];
  let person: Person;

  beforeAll(async () => {
    postgres = await startPostgres();
    url = await postgres.url();
    folder = mkdtempSync(join(tmpdir(), "typecase-restart-"));
    for (const name of ["one", "two"])
      nodes.push(
        await startServer({
          environment: { DATABASE_URL: url, DATA_DIR: join(folder, name), OPERATOR_TOKEN, SECRET },
        }),
      );
    const call = (nodes[0] as TestServer).visitor().fetch;
    templates = (await aShelf(call, { count: 6 })).map((each) => each.id);
    person = await aPerson(call);
  }, 120_000);
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A history record sent with a key until it is acknowledged; returns the responses on the way. */
  async function writeUntilKept(node: TestServer, title: string, seen: Map<number, number>): Promise<string> {
    for (;;) {
      const answer = await fetch(`${node.url}/items/history?fields=id`, {
        method: "POST",
        headers: {
          cookie: person.cookie,
          "content-type": "application/json",
          "idempotency-key": title,
        },
        body: JSON.stringify({ title, template_id: [{ templates_id: templates[0] }] }),
      });
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      if (answer.status === 200) return (await answer.json()).data.id;
      expect(answer.status, await answer.clone().text()).toBe(503);
      expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
      await answer.arrayBuffer();
    }
  }

  for (const [how, tags] of RESTART_KINDS)
    test(`restarted under load (${how}): 503, then recovers without double writes`, {
      tags: [...tags],
      timeout: 180_000 + RESTARTS * 20_000,
    }, async () => {
      const kept = new Map<string, string>();
      const seen = new Map<number, number>();
      let running = true;
      let number = 0;
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        const node = nodes[writer % nodes.length] as TestServer;
        while (running) {
          const title = `${how} ${++number}`;
          kept.set(title, await writeUntilKept(node, title, seen));
        }
      });
      const until = (holds: () => boolean) =>
        expect.poll(holds, { timeout: 60_000, interval: 20 }).toBe(true);

      await until(() => kept.size >= 20);
      for (let round = 0; round < RESTARTS; round++) {
        seen.delete(503);
        await postgres.pause(how);
        await until(() => (seen.get(503) ?? 0) >= WRITERS);
        for (const node of nodes) {
          expect((await node.fetch("/health")).status).toBe(200);
          expect((await node.fetch("/ready")).status).toBe(503);
          const read = await node.fetch("/items/history", { headers: { cookie: person.cookie } });
          expect(read.status).toBe(503);
        }
        await postgres.restart();
        const before = kept.size;
        await until(() => kept.size >= before + 20);
      }
      running = false;
      await Promise.all(writers);

      expect([...seen.keys()].sort()).toEqual([200, 503]);
      const stored = await query<{ id: string; title: string }>(
        `select id, title from history where title like '${how} %'`,
      );
      const byTitle = new Map(stored.map((row) => [row.title, row.id]));
      noteFault({
        fault: `PostgreSQL restarted under writes on two nodes (${how === "fast" ? "in order" : "as by a crash"})`,
        times: RESTARTS,
        acknowledged: `${kept.size} writes, each sent until it was`,
        lost: countLost(kept, byTitle),
      });
      expect(stored).toHaveLength(kept.size);
      expect(byTitle).toEqual(kept);
      const torn = await query(
        "select id from history h where not exists (select 1 from history_templates t where t.history_id = h.id)",
      );
      expect(torn).toEqual([]);
    });

  test("broken after a commit: 503, and the retry isn't applied twice", async () => {
    const proxy = await startLossyProxy(url);
    const environment = { DATABASE_URL: proxy.url, DATA_DIR: join(folder, "three"), OPERATOR_TOKEN, SECRET };
    const node = await startServer({ environment });
    try {
      for (let round = 1; round <= 3; round++) {
        const seen = new Map<number, number>();
        proxy.loseNextCommit(`unheard ${round}`);
        const id = await writeUntilKept(node, `unheard ${round}`, seen);
        expect(proxy.lost()).toBe(round);
        expect(seen).toEqual(
          new Map([
            [503, 1],
            [200, 1],
          ]),
        );
        expect(await query(`select id from history where title = 'unheard ${round}'`)).toEqual([{ id }]);
      }
    } finally {
      await node.stop();
      proxy.close();
    }
  });

  test("shows changed templates on both nodes, also after a restart", async () => {
    const [one, two] = nodes as [TestServer, TestServer];
    const path = `/items/templates/${templates[0]}?fields=template_name`;
    const nameOn = async (node: TestServer) => (await (await node.fetch(path)).json()).data.template_name;
    const shelfOn = async (node: TestServer) => (await node.fetch("/blog")).text();
    const rename = (node: TestServer, template_name: string) =>
      node.fetch(`/items/templates/${templates[0]}`, {
        method: "PATCH",
        headers: asOperator,
        json: { template_name },
      });
    for (const [from, to, name] of [
      [one, two, "Changed on the first"],
      [two, one, "Changed on the second"],
    ] as const) {
      await Promise.all(nodes.map(nameOn)); // both have a cached response
      expect((await rename(from, name)).status).toBe(200);
      expect(await nameOn(from)).toBe(name);
      await expect.poll(() => nameOn(to)).toBe(name);
      expect(await shelfOn(to)).toContain(name);
      await expect
        .poll(
          async () =>
            (await (await to.fetch(`/items/templates?search=${encodeURIComponent(name)}&fields=id`)).json())
              .data[0]?.id,
          {
            timeout: 20_000,
          },
        )
        .toBe(templates[0]);
    }
  });

  test("shares sessions and saved lists between nodes", async () => {
    const [one, two] = nodes as [TestServer, TestServer];
    const on = (node: TestServer, method: string, path: string, body?: unknown) =>
      fetch(node.url + path, {
        method,
        headers: { cookie: person.cookie, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const saving = nodes.flatMap((node) =>
      templates.map((templates_id) =>
        on(node, "POST", "/items/saved_templates", { template_id: [{ templates_id }] }),
      ),
    );
    for (const answer of await Promise.all(saving)) expect(answer.status).toBe(200);
    for (const node of [one, two]) {
      const { data } = await (
        await on(node, "GET", "/items/saved_templates?fields=template_id.templates_id")
      ).json();
      expect(data).toHaveLength(1);
      const saved = data[0].template_id.map((entry: { templates_id: string }) => entry.templates_id);
      expect(saved.sort()).toEqual([...templates].sort());
    }
  });

  async function query<Row>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows as Row[];
  }
});
