import type pg from "pg";
import type { Database } from "./connect.ts";

/**
 * What only one of several nodes on one PostgreSQL does at a time. The database keeps who is at it, for as long as that node's connection
 * lasts: a node that dies holds no other up. On SQLite there is one server, and it is always its turn.
 */

/** Besides the number of migrations (migrate.ts), which are waited for in the same way. */
const LIBRARY_TURN = 7_267_302;
const DRAWING = 7_267_303;

/** Waits until no other node brings a library, then does it. */
export async function inLibraryTurn<Result>(
  database: Pick<Database, "openWithoutTimeout">,
  work: () => Promise<Result>,
): Promise<Result> {
  const withoutTimeout = await database.openWithoutTimeout?.();
  const client = await withoutTimeout?.pool?.connect();
  try {
    await client?.query("select pg_advisory_lock($1)", [LIBRARY_TURN]);
    return await work();
  } finally {
    client?.release(true); // closing the connection ends the turn
    await withoutTimeout?.close();
  }
}

/** Which templates this node draws: no other node draws one of them meanwhile. */
export type DrawingClaims = {
  /** Whether it is this node's now. */
  take(template: string): Promise<boolean>;
  giveBack(templates: readonly string[]): Promise<void>;
  /** Gives back all of them, and the connection that held them. */
  end(): Promise<void>;
};

const SINGLE_NODE_CLAIMS: DrawingClaims = {
  take: async () => true,
  giveBack: async () => {},
  end: async () => {},
};

export function createDrawingClaims({ pool }: Pick<Database, "pool">): DrawingClaims {
  if (!pool) return SINGLE_NODE_CLAIMS;
  const taken = new Set<string>();
  let client: pg.PoolClient | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** With the connection go all claims; the next one to ask gets another connection. */
  const disconnect = () => {
    const ended = client;
    client = undefined;
    taken.clear();
    ended?.release(true);
  };

  async function connect(): Promise<pg.PoolClient> {
    if (client) return client;
    const connected = await (pool as pg.Pool).connect();
    connected.once("error", () => connected === client && disconnect());
    client = connected;
    return connected;
  }

  /** One statement after the other: several lanes ask at once. */
  function ask(statement: string, templates: readonly string[]): Promise<pg.QueryResult<{ done: boolean }>> {
    const asking = last.then(async () =>
      (await connect()).query<{ done: boolean }>(statement, [DRAWING, templates]),
    );
    last = asking.catch(disconnect);
    return asking;
  }

  return {
    take: async (template) => {
      if (taken.has(template)) return true;
      const { rows } = await ask(
        "select pg_try_advisory_lock($1, hashtext(name)) as done from unnest($2::text[]) as name",
        [template],
      );
      const isOurs = rows[0]?.done === true;
      if (isOurs) taken.add(template);
      return isOurs;
    },
    giveBack: async (templates) => {
      const ours = templates.filter((template) => taken.delete(template));
      if (ours.length > 0)
        await ask(
          "select pg_advisory_unlock($1, hashtext(name)) as done from unnest($2::text[]) as name",
          ours,
        );
    },
    end: async () => {
      await last;
      // Ends the turn explicitly: the database notices a closed connection only after a while.
      await client?.query("select pg_advisory_unlock_all()").catch(() => {});
      disconnect();
    },
  };
}
