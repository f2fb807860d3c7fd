import { once } from "node:events";
import { request } from "node:http";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCOUNT_TRIES, CONTACT_MESSAGES } from "../../server/limits/limits.ts";
import { countLost, faultRounds, noteFault } from "../support/fault-table.ts";
import {
  type NodePair,
  PAIR_QUOTA,
  startNodePair,
  startTraffic,
  type Traffic,
} from "../support/node-pair.ts";
import { aPerson, postJson } from "../support/people.ts";
import type { ServerProcess } from "../support/server.ts";

const KILLS = faultRounds({ short: 1, long: 20 });
const STOPS = faultRounds({ short: 1, long: 20 });
const BETWEEN = 15; // acknowledged writes
const LETTER = { name: "Mira", email: "mira@example.org", subject: "Hello", message: "Is anybody there?" };

describe("two nodes behind nginx, set up as documented", () => {
  let pair: NodePair;
  beforeAll(async () => {
    pair = await startNodePair();
  });
  afterAll(() => pair?.stop());

  /** As rows of titles and ids, so that a write applied twice appears twice. */
  async function readStored({ person }: Traffic): Promise<[title: string, id: string][]> {
    const client = new pg.Client({ connectionString: pair.databaseUrl });
    await client.connect();
    const { rows } = await client.query("select id, title from history where user_id = $1", [person.id]);
    await client.end();
    return rows.map(({ title, id }) => [title, id]);
  }

  /** Each acknowledged title exists once, with the returned id, and nothing else does. */
  function expectKeptOnce({ kept }: Traffic, stored: [string, string][]): void {
    expect(stored).toHaveLength(kept.size);
    expect(new Map(stored)).toEqual(kept);
  }

  test("lose no read and apply retried writes once when a node is killed", {
    tags: ["long"],
    timeout: 60_000 + KILLS * 20_000,
  }, async () => {
    const traffic = await startTraffic(pair);
    for (let round = 0; round < KILLS; round++) {
      const victim = (round % 2) as 0 | 1;
      await traffic.moreKept(BETWEEN);
      await pair.node(victim).stop("SIGKILL");
      await traffic.moreKept(BETWEEN);
      await pair.start(victim);
      await pair.isAsked(victim);
    }
    await traffic.moreKept(BETWEEN);
    await traffic.end();
    const stored = await readStored(traffic);
    noteFault({
      fault: "node killed (-9) behind nginx, under reads and writes",
      times: KILLS,
      acknowledged: `${traffic.kept.size} writes (${traffic.failedWrites.length} sent again with their key), ${traffic.reads() - traffic.failedReads.length} reads`,
      lost: countLost(traffic.kept, new Map(stored)) + traffic.failedReads.length,
    });
    expect(traffic.failedReads, pair.nginx.errors()).toEqual([]);
    // Only requests on the node when it died, whose outcome is unknown.
    for (const failed of traffic.failedWrites) expect(failed).toMatch(/: 502 /);
    expectKeptOnce(traffic, stored);
  });

  test("fail no request when a node is stopped under load", {
    timeout: 60_000 + STOPS * 30_000,
  }, async () => {
    const traffic = await startTraffic(pair);
    for (let round = 0; round < STOPS; round++) {
      const stopped = (round % 2) as 0 | 1;
      await traffic.moreKept(BETWEEN);
      const { process: child } = pair.node(stopped);
      const exit = once(child, "exit");
      process.kill(-(child.pid as number), "SIGTERM");
      expect(await exit).toEqual([0, null]);
      await traffic.moreKept(BETWEEN);
      await pair.start(stopped);
      await pair.isAsked(stopped);
    }
    await traffic.end();
    const stored = await readStored(traffic);
    const failed = [...traffic.failedReads, ...traffic.failedWrites];
    noteFault({
      fault: "SIGTERM to a node's group behind nginx, under reads and writes",
      times: STOPS,
      acknowledged: `${traffic.kept.size} writes, ${traffic.reads() - traffic.failedReads.length} reads`,
      lost: countLost(traffic.kept, new Map(stored)) + failed.length,
    });
    expect(failed, pair.nginx.errors()).toEqual([]);
    expectKeptOnce(traffic, stored);
  });

  test("share data and quotas", async () => {
    const nodes = [pair.node(0), pair.node(1)] as const;
    const { cookie } = await aPerson((path, init) => fetch(nodes[0].url + path, init));
    const headers = { cookie, "content-type": "application/json" };
    const picture = await upload(nodes[0], cookie);
    const shown = await fetch(`${nodes[1].url}/assets/${picture}`, { headers });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);

    const body = JSON.stringify({ templates_id: pair.template, title: "Mine", data: {} });
    const documents = `/items/documents?fields=id`;
    const made = await Promise.all(
      Array.from({ length: 3 * PAIR_QUOTA }, (_, at) =>
        fetch(nodes[at % 2 === 0 ? 0 : 1].url + documents, { method: "POST", headers, body }),
      ),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(PAIR_QUOTA);
    for (const { url } of nodes) {
      const { data } = await (await fetch(url + documents, { headers })).json();
      expect(data).toHaveLength(PAIR_QUOTA);
    }
  });

  test("limit clients by address over both nodes", async () => {
    const { max } = CONTACT_MESSAGES;
    const asked = (address: string) => contact(pair.nginx.url, address);
    for (let sent = 0; sent < max; sent++) expect(await asked("127.0.0.2")).toBe(200);
    expect(await asked("127.0.0.2")).toBe(429);
    expect(await asked("127.0.0.3")).toBe(200);
  });

  test("count concurrent sign-in attempts exactly", async () => {
    const { max } = ACCOUNT_TRIES.signIn;
    const guess = async (index: number) => {
      const { url } = pair.node(index % 2 === 0 ? 0 : 1);
      const headers = { "x-forwarded-for": "203.0.113.5" };
      const body = { email: "mira@example.org", password: "not the right password" };
      return (await postJson((path, init) => fetch(url + path, init), "/auth/sign-in/email", body, headers))
        .status;
    };
    const statuses = await Promise.all(Array.from({ length: 3 * max }, (_, index) => guess(index)));
    expect(statuses.sort()).toEqual([...Array(max).fill(401), ...Array(2 * max).fill(429)]);
    expect([await guess(0), await guess(1)]).toEqual([429, 429]);
  });
});

/** A picture through the first node. */
async function upload({ url }: ServerProcess, cookie: string): Promise<string> {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#1f4fd8" } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set("file", new File([new Uint8Array(picture)], "me.png"));
  const answer = await fetch(`${url}/files`, { method: "POST", headers: { cookie }, body });
  return (await answer.json()).data.id;
}

/** The status of a contact message sent from this address. */
function contact(url: string, localAddress: string): Promise<number> {
  const body = JSON.stringify(LETTER);
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const outgoing = request(`${url}/items/contact_messages`, {
      method: "POST",
      localAddress,
      headers,
      agent: false,
    });
    outgoing.on("response", (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
