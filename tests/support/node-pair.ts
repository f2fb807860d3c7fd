import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { databases } from "./databases.ts";
import { freePort, type Nginx, startNginx } from "./nginx.ts";
import { aPerson, type Person } from "./people.ts";
import { type ServerOptions, type ServerProcess, startServer } from "./server.ts";
import { aShelf, OPERATOR_TOKEN } from "./shelf.ts";

/** Two nodes on one PostgreSQL, without a shared folder, behind nginx. */
export type NodePair = {
  nginx: Nginx;
  databaseUrl: string;
  node(index: 0 | 1): ServerProcess;
  /** The id of a template on both. */
  template: string;
  /**
   * Starts a new process on the port of an ended one, optionally of another version. Resolves when it is
   * ready.
   */
  start(index: 0 | 1, version?: ServerOptions["version"]): Promise<void>;
  /** Waits until nginx sends requests to a node again that didn't answer for a while. */
  isAsked(index: 0 | 1): Promise<void>;
  stop(): Promise<void>;
};

const LIBRARY_DIR = resolve("tests/fixtures/databases/library");
const HISTORY = "/items/history";
/** The number of documents a person may have there. */
export const PAIR_QUOTA = 4;

export async function startNodePair(version?: ServerOptions["version"]): Promise<NodePair> {
  const postgres = databases.find(({ name }) => name === "PostgreSQL");
  if (!postgres) throw new Error("no PostgreSQL among the test databases");
  const place = version ? await postgres.emptyPlace() : await postgres.place();
  const { DATABASE_URL } = place.environment;
  const folder = mkdtempSync(join(tmpdir(), "typecase-nodes-"));
  const ports = [await freePort(), await freePort()] as const;
  const nginx = await startNginx(ports);
  const nodes: (ServerProcess | undefined)[] = [];

  async function start(index: 0 | 1, other?: ServerOptions["version"]): Promise<void> {
    const environment = {
      DATABASE_URL,
      LIBRARY_DIR,
      OPERATOR_TOKEN,
      DATA_DIR: join(folder, `node-${index}`),
      PORT: String(ports[index]),
      SECRET: "one-signing-key-for-both-of-these-nodes",
      TRUSTED_PROXIES: "127.0.0.1",
      QUOTA_DOCUMENTS: String(PAIR_QUOTA),
    };
    const node = await startServer({ environment, ownGroup: true, ...(other ? { version: other } : {}) });
    nodes[index] = node;
    while ((await node.fetch("/ready")).status !== 200);
  }

  async function stop(): Promise<void> {
    for (const node of nodes) await node?.stop();
    await nginx.stop();
    rmSync(folder, { recursive: true, force: true });
    await place.remove();
  }

  async function fill(): Promise<string> {
    for (const index of [0, 1] as const) await start(index, version);
    const [template] = await aShelf((path, init) => fetch(nginx.url + path, init), { count: 6 });
    return template?.id as string;
  }

  // A node that doesn't start fails the test and leaves nothing running.
  const template = await fill().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    nginx,
    databaseUrl: DATABASE_URL,
    template,
    node: (index) => nodes[index] as ServerProcess,
    start,
    isAsked: (index) =>
      expect.poll(() => nodes[index]?.output(), { interval: 10 }).toContain(`"path":"${HISTORY}"`),
    stop,
  };
}

/** Load through the proxy: some clients read, some write until each write is acknowledged. */
export type Traffic = {
  person: Person;
  /** Titles of acknowledged records with their returned ids. */
  kept: Map<string, string>;
  reads(): number;
  /** Failed reads. */
  failedReads: string[];
  /** Responses to writes that had to be sent again. */
  failedWrites: string[];
  /** Waits until this many more writes were acknowledged. */
  moreKept(count: number): Promise<void>;
  end(): Promise<void>;
};

const READERS = 2;
const WRITERS = 2;

export async function startTraffic({ nginx: { url }, template }: NodePair): Promise<Traffic> {
  const call = (path: string, init?: RequestInit) => fetch(url + path, init);
  const person = await aPerson(call);
  const { cookie } = person;
  const paths = ["/", "/items/templates?limit=5", "/blog", `${HISTORY}?limit=3`, "/health"];
  const [kept, failedReads, failedWrites] = [new Map<string, string>(), [] as string[], [] as string[]];
  let [running, reads, writes] = [true, 0, 0];

  const read = async () => {
    while (running) {
      const path = paths[reads++ % paths.length] as string;
      const outcome = await ask(path, { headers: { cookie } });
      if (outcome.status !== 200)
        failedReads.push(`${path}: ${outcome.status} ${outcome.text.slice(0, 200)}`);
    }
  };
  const write = async () => {
    while (running) {
      const title = `write ${++writes}`;
      while (!kept.has(title)) {
        const { status, text } = await ask(`${HISTORY}?fields=id`, {
          method: "POST",
          headers: { cookie, "content-type": "application/json", "idempotency-key": title },
          body: JSON.stringify({ title, template_id: [{ templates_id: template }] }),
        });
        if (status === 200) kept.set(title, JSON.parse(text).data.id);
        else failedWrites.push(`${title}: ${status} ${text.slice(0, 200)}`);
      }
    }
  };
  async function ask(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
    try {
      const answer = await call(path, init);
      return { status: answer.status, text: await answer.text() };
    } catch (error) {
      return { status: 0, text: String((error as Error).cause ?? error) };
    }
  }
  const clients = [...Array.from({ length: READERS }, read), ...Array.from({ length: WRITERS }, write)];
  return {
    person,
    kept,
    reads: () => reads,
    failedReads,
    failedWrites,
    moreKept: async (count) => {
      const enough = kept.size + count;
      await expect.poll(() => kept.size, { interval: 10 }).toBeGreaterThanOrEqual(enough);
    },
    end: async () => {
      running = false;
      await Promise.all(clients);
    },
  };
}
