import { Kysely, type Logger, PostgresDialect, type PostgresPool } from "kysely";
import type pg from "pg";
import { serviceUnavailable } from "../kernel/errors.ts";
import type { Tables } from "./tables.ts";

/**
 * Reads that may take long, over the connections that everybody else uses: only some of them at a time, so that however many
 * slow lists are asked for, the other connections are there for sign-ins, drafts and pages.
 */
export function createLongReadShare(
  pool: pg.Pool,
  bounds: { connections: number; waiting: number; deadlineMs: number },
  watching: { log?: Logger } = {},
): Kysely<Tables> {
  const waiting: (() => void)[] = [];
  let taken = 0;

  async function takePlace(): Promise<void> {
    if (taken < bounds.connections) {
      taken += 1;
      return;
    }
    if (waiting.length >= bounds.waiting) throw serviceUnavailable("Too many long reads are waiting.");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push(resolve);
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(serviceUnavailable("Long reads of others took all the time that this one had."));
    }, bounds.deadlineMs);
    await promise.finally(() => clearTimeout(timer));
  }

  function givePlace(): void {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  }

  const share: PostgresPool = {
    connect: async () => {
      await takePlace();
      try {
        const client = await pool.connect();
        const release = () => {
          client.release();
          givePlace();
        };
        return { query: client.query.bind(client), release };
      } catch (error) {
        givePlace();
        throw error;
      }
    },
    options: pool.options,
    end: async () => {}, // the pool is ended by whoever made it
  };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: share }), ...watching });
}
