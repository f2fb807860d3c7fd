import { Writable } from "node:stream";
import { Hono } from "hono";
import pino from "pino";
import { type Accounts, createAccounts } from "../../server/accounts/accounts.ts";
import type { Database } from "../../server/database/connect.ts";
import { guardOrigins } from "../../server/http/cross-origin.ts";
import { answerThrown } from "../../server/kernel/error-response.ts";
import type { RequestEnv } from "../../server/kernel/request.ts";
import type { Settings } from "../../server/kernel/settings.ts";
import type { TestDatabase } from "./databases.ts";
import type { Call } from "./people.ts";

export const SITE = "https://templates.example.org";

export interface TestAccounts {
  accounts: Accounts;
  database: Database;
  /** The log, one object a line. */
  log: Record<string, unknown>[];
  /** Requests of a client at this address. */
  from(address: string): Call;
  call: Call;
  /** A second node on the same database. */
  anotherNode(): Promise<Call>;
  close(): Promise<void>;
}

/** The accounts behind the gate for writes of other sites, as the server mounts them. */
function serve(accounts: Accounts, settings: Settings, address: string): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.onError(answerThrown);
  app.use(guardOrigins(settings));
  app.all("/auth/*", (c) => accounts.handle(c.req.raw, address));
  return app;
}

/** The accounts on a fresh database, without a web server before them. */
export async function openAccounts(
  { open }: TestDatabase,
  environment: Record<string, string> = {},
): Promise<TestAccounts> {
  const opened = await open(environment);
  const { database, settings } = opened;
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: "info" },
    new Writable({
      write: (line, _encoding, done) => {
        lines.push(JSON.parse(String(line)));
        done();
      },
    }),
  );
  const accounts = await createAccounts({ database, settings, log }).catch(async (error) => {
    await opened.close();
    throw error;
  });
  const nodes = [accounts];
  const asCall =
    (node: Accounts, address: string): Call =>
    async (path, init) =>
      serve(node, settings, address).request((settings.publicUrl ?? "http://localhost:3000") + path, init);
  return {
    accounts,
    database,
    log: lines,
    from: (address) => asCall(accounts, address),
    call: asCall(accounts, "192.0.2.1"),
    anotherNode: async () => {
      const node = await createAccounts({ database, settings, log });
      nodes.push(node);
      return asCall(node, "192.0.2.1");
    },
    close: async () => {
      for (const node of nodes) await node.close();
      await opened.close();
    },
  };
}

/** The token in the newest reset link that the log hands to the operator. */
export function loggedResetToken({ log }: TestAccounts, email: string): string {
  const line = log.findLast((line) => line.email === email && typeof line.link === "string");
  if (!line) throw new Error(`no reset link for ${email} in the log`);
  return new URL(String(line.link), SITE).searchParams.get("token") as string;
}
