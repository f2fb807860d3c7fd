import type pg from "pg";
import type { Database } from "./connect.ts";

/**
 * Work that only one of several nodes on one PostgreSQL does at a time. The database holds the lock while
 * that node's connection lasts, so a dead node blocks no other. SQLite has one server, which always has the
 * turn.
 */

/** In addition to the lock of migrations (migrate.ts). */
const LIBRARY_TURN = 7_267_302;
const DRAWING = 7_267_303;

/** Waits until no other node imports a library, then imports it. */
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

/** The templates this node draws; no other node draws them at the same time. */
export type DrawingClaims = {
  /** Whether it is this node's now. */
  take(template: string): Promise<boolean>;
  giveBack(templates: readonly string[]): Promise<void>;
  /** Releases all claims and their connection. */
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

  /** All claims end with the connection; the next claim opens another. */
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

  /** One statement at a time, because several lanes ask at once. */
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
