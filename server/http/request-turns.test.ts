import { expect, it } from "vitest";
import { createRequestTurns } from "./request-turns.ts";

const MANY = 100;
const WORK_MS = 2;

function work(): void {
  for (const until = performance.now() + WORK_MS; performance.now() < until; );
}

it("interleaves many requests of one client with others", async () => {
  const turns = createRequestTurns({ forMs: 5, max: 8 });
  const begun: string[] = [];
  const begin = (client: string) =>
    turns.begin(
      () => client,
      () => {
        begun.push(client);
        work();
      },
    );
  for (let sent = 0; sent < MANY; sent++) begin("greedy");
  begin("other");
  await expect.poll(() => begun.length).toBe(MANY + 1);
  expect(begun.indexOf("other")).toBeLessThan(10);
});

it("lets the event loop turn between waiting requests", async () => {
  const max = 4;
  const turns = createRequestTurns({ forMs: WORK_MS / 2, max });
  let done = 0;
  const seen: number[] = [];
  const watch = () => {
    seen.push(done);
    if (done < MANY) setImmediate(watch);
  };
  turns.begin(() => "first", work);
  for (let sent = 0; sent < MANY; sent++)
    turns.begin(
      () => "greedy",
      // Most of the work of a request is done after its first wait, and takes no time where it is begun.
      () => void Promise.resolve().then(() => done++),
    );
  setImmediate(watch);
  await expect.poll(() => done).toBe(MANY);
  const steps = seen.map((count, index) => count - (seen[index - 1] ?? 0));
  expect(Math.max(...steps)).toBe(max);
});

it("starts a single request at once", () => {
  let isBegun = false;
  createRequestTurns({ forMs: 5, max: 8 }).begin(
    () => "anybody",
    () => {
      isBegun = true;
    },
  );
  expect(isBegun).toBe(true);
});
