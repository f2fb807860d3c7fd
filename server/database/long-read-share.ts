import { Kysely, type Logger, PostgresDialect, type PostgresPool } from "kysely";
import type pg from "pg";
import { serviceUnavailable } from "../errors/errors.ts";
import { createTurns } from "../scheduling/turns.ts";
import type { Tables } from "./tables.ts";

/**
 * Reads that may take long, over some of the connections that all other queries use: however many slow lists are asked for, the
 * other connections are left for sign-ins, drafts and pages.
 */
export function createLongReadShare(
  pool: pg.Pool,
  bounds: { connections: number; waiting: number; deadlineMs: number },
  watching: { log?: Logger } = {},
): Kysely<Tables> {
  const { connections, waiting, deadlineMs } = bounds;
  const turns = createTurns({
    atOnce: () => connections,
    lanes: { reads: { max: waiting, maxPerClient: waiting } },
    refusal: () => serviceUnavailable("Too many long reads are waiting."),
  });

  async function takeTurn(): Promise<() => void> {
    const timeout = AbortSignal.timeout(deadlineMs);
    try {
      return await turns.take({ client: undefined, lane: "reads", signal: timeout });
    } catch (error) {
      if (!timeout.aborted) throw error;
      throw serviceUnavailable("Long reads of others took all the time that this one had.");
    }
  }

  const share: PostgresPool = {
    connect: async () => {
      const endTurn = await takeTurn();
      try {
        const client = await pool.connect();
        const release = () => {
          client.release();
          endTurn();
        };
        return { query: client.query.bind(client), release };
      } catch (error) {
        endTurn();
        throw error;
      }
    },
    options: pool.options,
    end: async () => {}, // the pool is closed by its owner
  };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: share }), ...watching });
}
