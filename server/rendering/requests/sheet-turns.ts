import { createFairQueue } from "../../limits/fair-queue.ts";
import { SHEET_TURNS } from "../../limits/limits.ts";
import { queueFull } from "../errors.ts";
import type { Rendering } from "../rendering.ts";

type Waiting = { begin(): void; refuse(error: Error): void };

/** Makes a sheet when it is its turn; clients take turns. */
type TakeSheetTurn = <Made>(client: string, make: () => Promise<Made>) => Promise<Made>;

/**
 * A sheet is compiled in one process and drawn in another. While somebody types, one sheet is made at a time, all steps counted: on
 * two cores the one that is left is then for their page.
 */
export function createSheetTurns({ state }: Pick<Rendering, "state">): TakeSheetTurn {
  const full = () => queueFull(SHEET_TURNS.retrySeconds);
  const queue = createFairQueue<Waiting>({ ...SHEET_TURNS, onDisplaced: ({ refuse }) => refuse(full()) });
  let busy = 0;

  function most(): number {
    const { typing, idle, busy: working } = state();
    return typing ? 1 : Math.max(1, idle + working);
  }

  function beginNext() {
    while (busy < most()) {
      const next = queue.take();
      if (!next) return;
      busy += 1;
      next.begin();
    }
  }

  return async (client, make) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (!queue.add(client, { begin: resolve, refuse: reject })) throw full();
    beginNext();
    await promise;
    try {
      return await make();
    } finally {
      busy -= 1;
      beginNext();
    }
  };
}
