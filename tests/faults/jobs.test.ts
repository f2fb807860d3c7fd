import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases, type Place } from "../support/databases.ts";
import { aNumberTemplate, as, readJob, readResult, startJob } from "../support/jobs.ts";
import { aPerson, type Call, type Person } from "../support/people.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { OPERATOR_TOKEN } from "../support/shelf.ts";

const PostgreSQL = databases.find(({ name }) => name === "PostgreSQL");

/** `npm test -- faults --rows 10000` makes it longer. */
const ROWS = Number(process.env.JOB_ROWS ?? 300);
const LONG_ROWS = 2_000;

describe.each([
  { rows: ROWS, options: { timeout: 1_800_000 } },
  { rows: LONG_ROWS, options: { tags: "long", timeout: 1_800_000 } },
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
    const { timeout } = options;
    const rows = Array.from({ length: count }, (_, index) => ({ number: `no ${index + 1}` }));
    const { id } = await startJob(call, { template, rows }, as(person));
    await expect
      .poll(async () => (await readJob(call, id, as(person))).made, { timeout })
      .toBeGreaterThan(count / 8);
    await nodes[0].stop("SIGKILL");
    await expect.poll(async () => (await readJob(call, id, as(person))).state, { timeout }).toBe("done");
    expect(await readJob(call, id, as(person))).toMatchObject({ made: count, failed: 0 });
    const digits = String(count).length;
    expect(Object.keys(await readResult(call, id, as(person)))).toEqual(
      rows.map(({ number }, index) => `${String(index + 1).padStart(digits, "0")} Slip ${number}.pdf`),
    );
  });
});
