import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withDatabase } from "../support/database-schema.ts";
import { databases, type Place } from "../support/databases.ts";
import { aNumberTemplate, as, readJob, readNames, readResult, startJob, textOfPdf } from "../support/jobs.ts";
import { aPerson, type Call, type Person } from "../support/people.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { OPERATOR_TOKEN } from "../support/shelf.ts";

const PostgreSQL = databases.find(({ name }) => name === "PostgreSQL");
const SQLite = databases.find(({ name }) => name === "SQLite");

/** `npm test -- faults --rows 10000` makes it longer. */
const ROWS = Number(process.env.JOB_ROWS ?? 300);
const LONG_ROWS = 2_000;

/** Two rows a second: a tenth of what one render process makes on a busy machine. */
const timeoutOf = (rows: number) => 300_000 + rows * 500;
/** Each look sums up all slices. */
const LOOK_MS = 200;

describe.each([
  { rows: ROWS, options: { timeout: timeoutOf(ROWS) } },
  { rows: LONG_ROWS, options: { tags: "long", timeout: timeoutOf(LONG_ROWS) } },
])("a job of $rows rows on two nodes of which one is killed", ({ rows: count, options }) => {
  let place: Place;
  let nodes: [ServerProcess, ServerProcess];
  let person: Person;
  let template: string;
  const call: Call = (path, init) => fetch(nodes[1].url + path, init);

  beforeAll(async () => {
    place = (await PostgreSQL?.place()) as Place;
    const environment = {
      ...place.environment,
      OPERATOR_TOKEN,
      RENDER_PROCESSES: "1",
      SECRET: "one-signing-key-for-both-of-these-nodes",
    };
    nodes = [await startServer({ environment, ownGroup: true }), await startServer({ environment })];
    template = await aNumberTemplate(call);
    person = await aPerson(call);
  }, 180_000);
  afterAll(async () => {
    for (const node of nodes ?? []) await node.stop();
    await place?.remove();
  });

  test("has each row once", options, async () => {
    const looks = { timeout: options.timeout, interval: LOOK_MS };
    const rows = Array.from({ length: count }, (_, index) => ({ number: `no ${index + 1}` }));
    const { id } = await startJob(call, { template, rows }, as(person));
    await expect
      .poll(async () => (await readJob(call, id, as(person))).made, looks)
      .toBeGreaterThan(count / 8);
    await nodes[0].stop("SIGKILL");
    await expect.poll(async () => (await readJob(call, id, as(person))).state, looks).toBe("done");
    expect(await readJob(call, id, as(person))).toMatchObject({ made: count, failed: 0 });
    expect(await readNames(call, id, as(person))).toEqual(filesOf(rows));
  });
});

describe("a job of 100 rows on one server with SQLite", () => {
  let place: Place;
  let server: ServerProcess;
  const call: Call = (path, init) => fetch(server.url + path, init);
  const start = () =>
    startServer({ environment: { ...place.environment, OPERATOR_TOKEN, RENDER_PROCESSES: "1" } });

  beforeAll(async () => {
    place = (await SQLite?.place()) as Place;
    server = await start();
  }, 180_000);
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  test("has each row once after the server was killed and started again", async () => {
    const template = await aNumberTemplate(call);
    const person = await aPerson(call);
    const rows = Array.from({ length: 100 }, (_, index) => ({ number: `no ${index + 1}` }));
    const { id } = await startJob(call, { template, rows }, as(person));
    await expect
      .poll(async () => (await readJob(call, id, as(person))).made, { timeout: 120_000 })
      .toBeGreaterThan(0);
    await server.stop("SIGKILL");
    // The killed server's leases end after 20 seconds. Here they end at once.
    const ended = await withDatabase(place, ({ db }) =>
      db.updateTable("job_slices").set({ next_try: 0 }).where("next_try", ">", 0).executeTakeFirst(),
    );
    expect(ended.numUpdatedRows).toBeGreaterThan(0n);

    server = await start();
    await expect
      .poll(async () => (await readJob(call, id, as(person))).state, { timeout: 120_000 })
      .toBe("done");
    expect(await readJob(call, id, as(person))).toMatchObject({ made: 100, failed: 0 });
    const files = await readResult(call, id, as(person));
    expect(Object.keys(files)).toEqual(filesOf(rows));
    for (const [index, bytes] of Object.values(files).entries())
      expect(textOfPdf(bytes)).toContain(`Number no ${index + 1} `);
  });
});

function filesOf(rows: readonly { number: string }[]): string[] {
  const digits = String(rows.length).length;
  return rows.map(({ number }, index) => `${String(index + 1).padStart(digits, "0")} Slip ${number}.pdf`);
}
