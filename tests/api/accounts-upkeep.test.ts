import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeExpired } from "../../server/accounts/changes.ts";
import { demote, disable, enable, promote } from "../../server/accounts/operators.ts";
import { COMMAND_LINE } from "../../server/actions/action-log.ts";
import { createOutbox } from "../../server/mail/outbox.ts";
import { createSealing } from "../../server/mail/sealing.ts";
import { openAccounts, type TestAccounts } from "../support/accounts.ts";
import { databases, quietLog } from "../support/databases.ts";
import { aPerson } from "../support/people.ts";

const HOUR = 60 * 60_000;
const sealing = createSealing("the signing key of these tests");

describe.each(databases)("account maintenance on $name", (testDatabase) => {
  let site: TestAccounts;
  beforeAll(async () => {
    site = await openAccounts(testDatabase);
  });
  afterAll(() => site.close());
  const rows = async (table: "auth_user" | "user" | "auth_session" | "auth_rate_limit" | "mail_outbox") =>
    (await site.database.db.selectFrom(table).selectAll().execute()).length;

  const kept = () => site.database.db.selectFrom("mail_outbox").selectAll().execute();

  it("removes accounts left incomplete by a crash during sign-up", async () => {
    const whole = await aPerson(site.call);
    const half = await aPerson(site.call);
    const { db } = site.database;
    await db.deleteFrom("auth_account").where("userId", "=", half.id).execute();
    await removeExpired(site.database);
    expect(await rows("user")).toBe(2);
    await removeExpired(site.database, new Date(Date.now() + HOUR));
    expect(await db.selectFrom("user").select("id").execute()).toEqual([{ id: whole.id }]);
    expect(await db.selectFrom("auth_user").select("id").execute()).toEqual([{ id: whole.id }]);
    await aPerson(site.call, { email: half.email });
  });

  it("finds incomplete accounts among thousands without blocking requests", async () => {
    const { db, dialect } = site.database;
    const createdAt = dialect === "postgres" ? new Date() : new Date().toISOString();
    const emailVerified = dialect === "postgres" ? false : 0;
    const many = Array.from({ length: 2_500 }, (_, i) => ({
      id: `half-${String(i).padStart(5, "0")}`,
      name: "Half",
      email: `half-${i}@example.org`,
      emailVerified,
      image: null,
      role: "person",
      disabledAt: null,
      createdAt,
      updatedAt: createdAt,
    }));
    const before = await rows("auth_user");
    for (let i = 0; i < many.length; i += 100)
      await db
        .insertInto("auth_user")
        .values(many.slice(i, i + 100))
        .execute();
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    await removeExpired(site.database, new Date(Date.now() + HOUR));
    clearInterval(count);
    expect(await rows("auth_user")).toBe(before);
    expect(turns).toBeGreaterThan(0);
  });

  it("removes expired sessions and counters only", async () => {
    await aPerson(site.call);
    const before = await rows("auth_session");
    expect(before).toBeGreaterThan(0);
    expect(await rows("auth_rate_limit")).toBeGreaterThan(0);
    await removeExpired(site.database);
    expect(await rows("auth_session")).toBe(before);
    await removeExpired(site.database, new Date(Date.now() + 31 * 24 * HOUR));
    expect(await rows("auth_session")).toBe(0);
    expect(await rows("auth_rate_limit")).toBe(0);
  });

  it("promotes and demotes operators by email address in any case", async () => {
    const { email, cookie } = await aPerson(site.call);
    const role = async () =>
      (await site.accounts.whoIs(new Request("http://localhost/", { headers: { cookie } }))).role;
    expect(await promote(site.database, ` ${email.toUpperCase()} `, COMMAND_LINE)).toBe(true);
    expect(await role()).toBe("operator");
    expect(await demote(site.database, email, COMMAND_LINE)).toBe(true);
    expect(await role()).toBe("person");
    for (const change of [promote, demote, disable, enable])
      for (const nobody of ["nobody@example.org", "no address", ""])
        expect(await change(site.database, nobody, COMMAND_LINE)).toBe(false);
  });

  it("sends a mail once with two nodes", async () => {
    const sent: string[] = [];
    const send = async ({ subject }: { subject: string }) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      sent.push(subject);
    };
    const nodes = [1, 2, 3].map(() =>
      createOutbox({ database: site.database, log: quietLog, send, sealing }),
    );
    const subjects = Array.from({ length: 30 }, (_, n) => `mail ${n}`);
    await Promise.all(
      subjects.map((subject, n) =>
        nodes[n % 3]?.add(site.database.db, { to: "ada@example.org", subject, text: "Hello" }),
      ),
    );
    for (const node of nodes) node.wake();
    await expect.poll(() => rows("mail_outbox")).toBe(0);
    await Promise.all(nodes.map((node) => node.close()));
    expect(sent.toSorted()).toEqual(subjects.toSorted());
  });

  it("retries a mail until its link expires", async () => {
    let failures = 3;
    const sent: string[] = [];
    const send = async ({ subject }: { subject: string }) => {
      if (failures-- > 0) throw new Error("451 try again");
      sent.push(subject);
    };
    const outbox = createOutbox({ database: site.database, log: quietLog, send, sealing, firstWaitMs: 5 });
    await outbox.add(site.database.db, { to: "ada@example.org", subject: "kept", text: "Hello" });
    await outbox.add(site.database.db, {
      to: "ada@example.org",
      subject: "late",
      text: "Hello",
      expires: Date.now() - 1,
    });
    outbox.wake();
    await expect.poll(() => rows("mail_outbox")).toBe(0);
    await outbox.close();
    expect(sent).toEqual(["kept"]);
  });

  it("encrypts queued mails with the signing key", async () => {
    const { database } = site;
    const sent: (string | undefined)[] = [];
    const send = async ({ text }: { text: string }) => void sent.push(text);
    const mail = { to: "ada@example.org", subject: "A link", text: "https://example.org/?token=to-look-for" };
    const away = createOutbox({
      database,
      log: quietLog,
      sealing,
      send: () => Promise.reject(new Error("451 try again")),
    });
    await away.add(database.db, mail);
    away.wake();
    await expect.poll(async () => (await kept())[0]?.attempts).toBe(1);
    await away.close();
    expect(JSON.stringify(await kept())).not.toContain("to-look-for");
    const release = () => database.db.updateTable("mail_outbox").set({ next_try: 0 }).execute();
    await release();
    const back = createOutbox({ database, log: quietLog, sealing, send });
    await expect.poll(() => sent).toEqual([mail.text]);
    await back.close();

    const other = createSealing("another signing key than before");
    await database.db.deleteFrom("mail_outbox").execute();
    await away.add(database.db, mail);
    const replaced = createOutbox({ database, log: quietLog, sealing: other, send });
    await expect.poll(() => rows("mail_outbox")).toBe(0);
    await replaced.close();
    expect(sent).toHaveLength(1);
  });
});
