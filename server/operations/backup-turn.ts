import type { Database } from "../database/connect.ts";
import { readStoredValue, replaceStoredValue } from "../database/stored-values.ts";

/**
 * When the last backup was, and who makes one just now: a row that all nodes on one database share, so that one of them makes it and
 * the others know that it was made.
 */
type BackupState = {
  /** When the last one was whole. */
  done?: number;
  failed?: number;
  failure?: string;
  /** The node that makes a backup renews its lease; if that stops, it has died. */
  alive?: number;
};

type BackupTurn = {
  read(): Promise<BackupState>;
  /** Whether this node is to make a backup now; otherwise the milliseconds until it is worth asking again. */
  take(now: number): Promise<true | number>;
  stayAlive(now: number): Promise<void>;
  end(result: Pick<BackupState, "done" | "failed" | "failure">): Promise<void>;
};

const ROW = "backup";
const LEASE_MS = 2 * 60_000;
/** After one that failed, sooner than after one that did not. */
const TRY_AGAIN_MS = 15 * 60_000;
const CLOCKS_DIFFER_MS = 60_000;

export function createBackupTurn({ db }: Pick<Database, "db">, everyMs: number): BackupTurn {
  const readRow = () => readStoredValue(db, ROW);
  const replace = (read: string | undefined, state: BackupState) =>
    replaceStoredValue(db, ROW, { read, value: JSON.stringify(state) });

  /** No other node changes the row while it is this node's turn. */
  async function change(with_: (state: BackupState) => BackupState): Promise<void> {
    const stored = await readRow();
    await replace(stored, with_(asState(stored)));
  }

  return {
    read: async () => asState(await readRow()),
    take: async (now) => {
      const stored = await readRow();
      const { alive, ...state } = asState(stored);
      const wait = Math.max(
        untilDue(state, everyMs, now),
        alive === undefined ? 0 : untilOver(alive, LEASE_MS, now),
      );
      if (wait > 0) return wait;
      return (await replace(stored, { ...state, alive: now })) || LEASE_MS;
    },
    stayAlive: (now) => change((state) => ({ ...state, alive: now })),
    end: (result) =>
      change(({ done }) => (result.done === undefined && done !== undefined ? { done, ...result } : result)),
  };
}

function asState(value: string | undefined): BackupState {
  return JSON.parse(value ?? "{}") as BackupState; // only ever written above
}

function untilDue({ done, failed }: BackupState, everyMs: number, now: number): number {
  const afterDone = done === undefined ? 0 : untilOver(done, everyMs, now);
  const afterFailure = failed === undefined ? 0 : untilOver(failed, Math.min(everyMs, TRY_AGAIN_MS), now);
  return Math.max(afterDone, afterFailure);
}

/** A time in the future is from a clock that was set back since. */
function untilOver(moment: number, lengthMs: number, now: number): number {
  return moment > now + CLOCKS_DIFFER_MS ? 0 : Math.max(0, moment + lengthMs - now);
}
