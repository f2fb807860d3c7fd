import { Writable } from "node:stream";
import { Hono } from "hono";
import pino from "pino";
import { type Accounts, createAccounts } from "../../server/accounts/accounts.ts";
import { makeResetLink } from "../../server/accounts/reset-links.ts";
import { COMMAND_LINE } from "../../server/actions/action-log.ts";
import type { Settings } from "../../server/config/settings.ts";
import type { Database } from "../../server/database/connect.ts";
import { guardOrigins } from "../../server/http/cross-origin.ts";
import { answerThrown } from "../../server/request/error-response.ts";
import type { RequestEnv } from "../../server/request/request.ts";
import type { TestDatabase } from "./databases.ts";
import type { Call } from "./people.ts";

export const SITE = "https://templates.example.org";

export interface TestAccounts {
  accounts: Accounts;
  database: Database;
  /** The log, one object per line. */
  log: Record<string, unknown>[];
  /** Requests from this address. */
  from(address: string): Call;
  call: Call;
  /** A second node on the same database. */
  anotherNode(): Promise<Call>;
  close(): Promise<void>;
}

/** The accounts behind the cross-origin check, as the server mounts them. */
function serve(accounts: Accounts, settings: Settings, address: string): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.onError(answerThrown);
  app.use(guardOrigins(settings));
  app.all("/auth/*", (c) => accounts.handle(c.req.raw, address));
  return app;
}

/** The accounts on a fresh database, without a web server. */
export async function openAccounts(
  { open }: TestDatabase,
  environment: Record<string, string> = {},
): Promise<TestAccounts> {
  const opened = await open(environment);
  const { database, settings } = opened;
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: "trace" },
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
  const secrets = new Set<string>();
  const asCall =
    (node: Accounts, address: string): Call =>
    async (path, init) => {
      const url = (settings.publicUrl ?? "http://localhost:3000") + path;
      const answer = await serve(node, settings, address).request(url, init);
      for (const secret of await secretsOf(url, init, answer.clone())) secrets.add(secret);
      return answer;
    };
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
      const logged = JSON.stringify(lines);
      const found = [...secrets].filter((secret) => logged.includes(secret));
      if (found.length > 0) throw new Error(`the log of these tests holds a secret: ${found.join(", ")}`);
    },
  };
}

const SHORTEST = 10; // shorter values are not secrets and could be in the log for another reason
const SECRET = /"(?:token|password|newPassword|currentPassword)":"([^"\\]+)"/g;

/** Tokens and passwords in a request or response, as sent and as stored. */
async function secretsOf(url: string, init: RequestInit | undefined, answer: Response): Promise<string[]> {
  const bodies = `${typeof init?.body === "string" ? init.body : ""}${await answer.text()}`;
  const cookies = answer.headers
    .getSetCookie()
    .flatMap((cookie) => decodeURIComponent(/=([^;.]*)/.exec(cookie)?.[1] ?? ""));
  const linked = new URL(url).searchParams.get("token") ?? "";
  return [linked, ...cookies, ...[...bodies.matchAll(SECRET)].map(([, secret]) => secret ?? "")].filter(
    (secret) => secret.length >= SHORTEST,
  );
}

/** The token of a reset link created by an operator. */
export async function aResetToken({ database }: TestAccounts, email: string): Promise<string> {
  const link = await makeResetLink(database, email, COMMAND_LINE, SITE);
  if (!link) throw new Error(`there is no account of ${email}`);
  return new URL(link).searchParams.get("token") as string;
}
