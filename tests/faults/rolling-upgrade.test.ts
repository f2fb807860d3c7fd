import { once } from "node:events";
import pg from "pg";
import { expect, test } from "vitest";
import { MIGRATIONS, migrateDatabase } from "../../server/database/migrate.ts";
import { withDatabase } from "../support/database-schema.ts";
import { quietLog } from "../support/databases.ts";
import { countLost, faultRounds, noteFault } from "../support/fault-table.ts";
import { addingMigration } from "../support/next-migration.ts";
import { startNodePair, startTraffic } from "../support/node-pair.ts";
import { hasPreviousProgram, previousProgram } from "../support/previous-program.ts";

const ROUNDS = faultRounds({ short: 1, long: 5 });
const BETWEEN = 15; // acknowledged writes
const NODES = [0, 1] as const;

test.skipIf(!hasPreviousProgram())(
  "a rolling upgrade of two nodes under load fails no request",
  {
    timeout: 60_000 + ROUNDS * 120_000,
    // It starts the previous version from its sources; its parts are in behind-nginx.test.ts and released-databases.test.ts.
    tags: ["long"],
  },
  async () => {
    const previous = previousProgram();
    let [kept, reads, lost] = [0, 0, 0];
    const problems: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const pair = await startNodePair(previous);
      try {
        const traffic = await startTraffic(pair);
        await traffic.moreKept(BETWEEN);
        for (const index of NODES) {
          const { process: child } = pair.node(index);
          const exit = once(child, "exit");
          process.kill(-(child.pid as number), "SIGTERM");
          expect(await exit).toEqual([0, null]);
          await pair.start(index);
          await pair.isAsked(index);
          // Side by side: the older version on today's schema, and on the next one.
          await traffic.moreKept(BETWEEN);
          if (index === 0) await goFurther(pair.databaseUrl);
          await traffic.moreKept(BETWEEN);
        }
        await traffic.end();
        const failed = [...traffic.failedReads, ...traffic.failedWrites];
        const stored = await readStored(pair.databaseUrl);
        kept += traffic.kept.size;
        reads += traffic.reads() - traffic.failedReads.length;
        lost += countLost(traffic.kept, new Map(stored)) + failed.length;
        if (failed.length > 0) problems.push(...failed, pair.nginx.errors());
        expect(stored.map(([title]) => title).sort()).toEqual([...traffic.kept.keys()].sort());
        for (const index of NODES) expect(serverErrors(pair.node(index).log())).toEqual([]);
      } finally {
        await pair.stop();
      }
    }
    noteFault({
      fault: "rolling upgrade from the previous version behind nginx, under reads and writes",
      times: ROUNDS,
      acknowledged: `${kept} writes, ${reads} reads`,
      lost,
    });
    expect(problems).toEqual([]);
    expect(lost).toBe(0);
  },
);

/** A migration of a future version. */
async function goFurther(url: string): Promise<void> {
  const environment = { DATABASE_URL: url, DATA_DIR: "" };
  await withDatabase({ environment }, (opened) =>
    migrateDatabase(opened, quietLog, [...MIGRATIONS, addingMigration]),
  );
}

async function readStored(connectionString: string): Promise<[title: string, id: string][]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query("select id, title from history");
  await client.end();
  return rows.map(({ id, title }) => [title, id]);
}

function serverErrors(log: Record<string, unknown>[]): unknown[] {
  return log.filter(({ level }) => ["error", "fatal"].includes(String(level)));
}
