import { expect, it } from "vitest";
import { nextTurn } from "./loop-turns.ts";

const WORK_MS = 20;
const AT_ONCE = 8;

function work(): void {
  for (const until = performance.now() + WORK_MS; performance.now() < until; );
}

it("spreads work over turns of the event loop", async () => {
  let done = 0;
  const seen: number[] = [];
  const watch = () => {
    seen.push(done);
    if (done < AT_ONCE) setTimeout(watch, 0);
  };
  setTimeout(watch, 0);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      await nextTurn();
      work();
      done++;
    }),
  );
  // Each amount of work done was seen by whoever looked: never two pieces in one turn.
  const steps = seen.slice(1).map((count, index) => count - (seen[index] ?? 0));
  expect(Math.max(...steps)).toBe(1);
});
