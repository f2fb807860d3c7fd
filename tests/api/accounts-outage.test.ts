import { expect, it } from "vitest";
import { type Accounts, createAccounts } from "../../server/accounts/accounts.ts";
import { readSettings } from "../../server/config/settings.ts";
import { openDatabase } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { quietLog } from "../support/databases.ts";
import { aPerson, type Call, signIn } from "../support/people.ts";
import { startPostgres } from "../support/postgres.ts";

it("answers 503 while PostgreSQL is down and keeps sessions", async () => {
  const postgres = await startPostgres();
  const settings = readSettings({
    NODE_ENV: "test",
    DATABASE_URL: await postgres.url(),
    SECRET: "a-secret-so-that-no-key-is-written-to-a-file",
  });
  const database = await openDatabase(settings, quietLog);
  let accounts: Accounts | undefined;
  try {
    await migrateDatabase(database, quietLog);
    accounts = await createAccounts({ database, settings, log: quietLog });
    const { handle, whoIs } = accounts;
    const call: Call = (path, init) => handle(new Request(`http://localhost:3000${path}`, init), "192.0.2.1");
    const person = await aPerson(call);
    const asking = () => whoIs(new Request("http://localhost/", { headers: { cookie: person.cookie } }));

    await postgres.pause("crash");
    const away = { status: 503, code: "SERVICE_UNAVAILABLE" };
    await expect(asking()).rejects.toMatchObject(away);
    await expect(signIn(call, person)).rejects.toMatchObject(away);
    await expect(aPerson(call)).rejects.toMatchObject(away);
    await expect(call("/auth/get-session", { headers: { cookie: person.cookie } })).rejects.toMatchObject(
      away,
    );

    await postgres.restart();
    expect(await asking()).toMatchObject({ role: "person", userId: person.id });
    await signIn(call, person);
    await aPerson(call);
  } finally {
    await accounts?.close();
    await database.close();
    await postgres.stop();
  }
});
