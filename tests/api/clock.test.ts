import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStoredLimits, type Limit } from "../../server/limits/stored-limits.ts";
import { createOutbox } from "../../server/mail/outbox.ts";
import { createSealing } from "../../server/mail/sealing.ts";
import { databases, type OpenedDatabase, quietLog } from "../support/databases.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 5, 1, 12);

describe.each(databases)("a clock stepping back on $name", (testDatabase) => {
  let opened: OpenedDatabase;
  beforeAll(async () => {
    opened = await testDatabase.open();
  });
  afterAll(() => opened.close());

  const limitOf = (name: string): Limit[] => [
    { about: [name], max: 2, windowMs: 15 * MINUTE, afterSuccess: "keep" },
  ];

  it("keeps a limit for its window", async () => {
    const limits = createStoredLimits(opened.database);
    const tries = limitOf("reached");
    for (let count = 0; count < 2; count++) expect(await limits.take(tries, NOON)).toBeUndefined();
    expect(await limits.take(tries, NOON)).toEqual({ retryAfter: 15 * 60 });

    const stepped = NOON - HOUR;
    expect(await limits.take(tries, stepped)).toEqual({ retryAfter: 15 * 60 });
    expect(await limits.take(tries, stepped + 14 * MINUTE)).toEqual({ retryAfter: 60 });
    expect(await limits.take(tries, stepped + 15 * MINUTE)).toBeUndefined();
  });

  it("counts together on nodes whose clocks differ", async () => {
    const limits = createStoredLimits(opened.database);
    const tries = limitOf("two nodes");
    const answers = [];
    for (const behind of [0, 2_000, 0, 2_000]) answers.push(await limits.take(tries, NOON - behind));
    expect(answers.map(Boolean)).toEqual([false, false, true, true]);
  });

  it("sends queued mail at once", async () => {
    const sent: string[] = [];
    const outbox = createOutbox({
      database: opened.database,
      log: quietLog,
      sealing: createSealing("the signing key of these tests"),
      send: async ({ to }) => void sent.push(to),
    });
    await opened.database.db
      .insertInto("mail_outbox")
      .values({
        id: "waiting",
        recipient: "mira@ferrywatch.example",
        reply_to: null,
        subject: "Welcome",
        body: "",
        attempts: 3,
        next_try: Date.now() + 24 * HOUR,
        expires: null,
      })
      .execute();
    outbox.wake();
    await expect.poll(() => sent).toEqual(["mira@ferrywatch.example"]);
    await outbox.close();
  });
});
