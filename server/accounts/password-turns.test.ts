import { expect, test } from "vitest";
import { tooManyPasswords } from "./errors.ts";
import { createPasswordTurns } from "./password-turns.ts";

/** Hashes that end when they are told to. */
function hashes(bounds: { atOnce: number; max?: number; maxPerClient?: number }) {
  const turns = createPasswordTurns({ max: 100, maxPerClient: 50, ...bounds }, tooManyPasswords);
  const running: { who: string; end(): void }[] = [];
  const refused: string[] = [];
  const ask = (client: string, isKnown = false) =>
    turns
      .run(
        { client, isKnown },
        () => new Promise<void>((resolve) => running.push({ who: client, end: resolve })),
        async () => void refused.push(client),
      )
      .catch((error) => error.status);
  /** Whose hash is made next, one after the other. */
  async function endAll(): Promise<string> {
    const order: string[] = [];
    await new Promise(setImmediate);
    for (let next = running.shift(); next; next = running.shift()) {
      order.push(next.who);
      next.end();
      await new Promise(setImmediate);
    }
    return order.join(" ");
  }
  return { ask, endAll, refused };
}

test("delays a known owner by one guess at most", async () => {
  const { ask, endAll } = hashes({ atOnce: 1 });
  for (let network = 1; network <= 4; network++) void ask(`network-${network}`);
  void ask("owner", true);
  expect(await endAll()).toBe("network-1 owner network-2 network-3 network-4");
});

test("lets clients take turns", async () => {
  const { ask, endAll } = hashes({ atOnce: 2 });
  for (let count = 0; count < 5; count++) void ask("many");
  void ask("few");
  expect(await endAll()).toBe("many many few many many many");
});

test("rejects and refunds attempts when the queue is full", async () => {
  const { ask, endAll, refused } = hashes({ atOnce: 1, max: 2, maxPerClient: 1 });
  void ask("a");
  void ask("a");
  expect(await ask("a")).toBe(503);
  expect(refused).toEqual(["a"]);
  expect(await endAll()).toBe("a a");
});

test("continues after a failed hash", async () => {
  const turns = createPasswordTurns({ atOnce: 1, max: 9, maxPerClient: 9 }, tooManyPasswords);
  const waiter = { client: "a", isKnown: false };
  const given = async () => {};
  const first = turns.run(waiter, () => Promise.reject(new Error("no database")), given);
  const second = turns.run(waiter, async () => "made", given);
  await expect(first).rejects.toThrow("no database");
  expect(await second).toBe("made");
});
