import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { describeOnDatabases, type TestDatabase } from "../support/databases.ts";
import { countLost, faultRounds, noteFault } from "../support/fault-table.ts";
import { aPerson, type Person, signIn } from "../support/people.ts";
import { COMMAND_LINE } from "../support/program.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";
import { hashTables } from "../support/table-hashes.ts";

const WRITERS = 4;
const BACKUPS = faultRounds({ short: 1, long: 5 });

describeOnDatabases("a backup under load on $name", (database) => {
  test("restores equal rows and hashes", { timeout: 180_000 + BACKUPS * 30_000 }, async () => {
    let [acknowledged, rows, lost] = [0, 0, 0];
    for (let time = 0; time < BACKUPS; time++) {
      const done = await backUpAndRestore(database);
      acknowledged += done.acknowledged;
      rows += done.rows;
      lost += done.lost;
    }
    noteFault({
      fault: `backup under writes and restore, ${database.name}`,
      times: BACKUPS,
      acknowledged: `${acknowledged} writes; ${rows} rows restored with equal hashes`,
      lost,
    });
    expect(lost).toBe(0);
  });
});

/** What was acknowledged before the backup began must be in the restored database. */
type Restored = { acknowledged: number; rows: number; lost: number };

async function backUpAndRestore(database: TestDatabase): Promise<Restored> {
  const [place, other] = [await database.place(), await database.emptyPlace()];
  const environment = { ...place.environment, OPERATOR_TOKEN };
  let server = await startServerHere({ environment });
  try {
    const templates = (await aShelf(server.visitor().fetch, { count: 6 })).map((each) => each.id);
    const person = await aPerson(server.visitor().fetch);
    const photo = await upload(server, person);
    const shown = await hashOfAsset(server, photo, person.cookie);

    const acknowledged = new Map<string, string>();
    let running = true;
    let number = 0;
    const writers = Array.from({ length: WRITERS }, async () => {
      while (running) {
        const title = `write ${++number}`;
        const answer = await record(server, person, title, templates);
        expect(answer.status).toBe(200);
        acknowledged.set(title, (await answer.json()).data.id);
      }
    });
    const enough = (count: number) =>
      expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(count);
    await enough(30);

    const copy = join(place.environment.DATA_DIR, "copies", "monday.sqlite");
    const known = new Map(acknowledged);
    await typecase(["backup", copy], environment);
    await enough(known.size + 10); // the server was not disturbed
    running = false;
    await Promise.all(writers);
    await server.stop();

    await typecase(["restore", copy], other.environment);
    const again = join(other.environment.DATA_DIR, "again.sqlite");
    await typecase(["backup", again], other.environment);
    const rows = hashTables(copy);
    expect(Object.keys(rows).length).toBeGreaterThan(15);
    expect(hashTables(again)).toEqual(rows);

    server = await startServerHere({ environment: { ...other.environment, OPERATOR_TOKEN } });
    const cookie = await signIn(server.visitor().fetch, person);
    const stored = await readHistory(server, cookie);
    // Anything beyond that was acknowledged later.
    for (const [title, id] of stored) expect(acknowledged.get(title), title).toBe(id);
    expect(await hashOfAsset(server, photo, cookie)).toBe(shown);
    expect(stored.size).toBeLessThan(acknowledged.size);
    const restored = Object.values(rows).reduce((sum, hashed) => sum + Number.parseInt(hashed, 10), 0);
    return { acknowledged: acknowledged.size, rows: restored, lost: countLost(known, stored) };
  } finally {
    await server.stop();
    await place.remove();
    await other.remove();
  }
}

async function typecase(words: string[], environment: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [COMMAND_LINE, ...words], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk;
    });
  const [code] = await once(child, "close");
  expect(code, said).toBe(0);
}

function record(
  server: TestServer,
  { cookie }: Person,
  title: string,
  templates: string[],
): Promise<Response> {
  return fetch(`${server.url}/items/history?fields=id`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ title, template_id: templates.map((templates_id) => ({ templates_id })) }),
  });
}

async function readHistory(server: TestServer, cookie: string): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  for (let page = 1; ; page++) {
    const path = `/items/history?fields=id,title,template_id&limit=500&page=${page}`;
    const { data } = await (await fetch(server.url + path, { headers: { cookie } })).json();
    for (const each of data) {
      expect(each.template_id).toHaveLength(6); // never half a record
      stored.set(each.title, each.id);
    }
    if (data.length < 500) return stored;
  }
}

async function upload(server: TestServer, { cookie }: Person): Promise<string> {
  const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, at) => (at * 7919) % 251));
  const picture = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set("file", new File([new Uint8Array(picture)], "me.png"));
  const answer = await fetch(`${server.url}/files`, { method: "POST", headers: { cookie }, body });
  return (await answer.json()).data.id;
}

async function hashOfAsset(server: TestServer, id: string, cookie: string): Promise<string> {
  const answer = await fetch(`${server.url}/assets/${id}`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  return createHash("sha256")
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest("hex");
}
