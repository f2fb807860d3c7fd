import { expect, test } from "vitest";
import { createSharedWork } from "./shared-work.ts";

function aWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const work = (signal: AbortSignal) => {
    signals.push(signal);
    signal.addEventListener("abort", () => reject(new Error("cancelled")));
    return promise;
  };
  return { work, signals, resolve };
}

test("does concurrent work once and later work again", async () => {
  const shared = createSharedWork<string>();
  const first = aWork();
  const asked = [1, 2, 3].map(() => shared.run("a", undefined, first.work));
  first.resolve("made");
  expect(await Promise.all(asked)).toEqual(["made", "made", "made"]);
  expect(first.signals).toHaveLength(1);
  const later = aWork();
  later.resolve("made anew");
  expect(await shared.run("a", undefined, later.work)).toBe("made anew");
});

test("is cancelled when the last client has left", async () => {
  const shared = createSharedWork<string>();
  const { work, signals } = aWork();
  const [one, two] = [new AbortController(), new AbortController()];
  const asked = [one, two].map(({ signal }) => shared.run("a", signal, work));
  one.abort();
  expect(signals[0]?.aborted).toBe(false);
  two.abort();
  expect(signals[0]?.aborted).toBe(true);
  const next = aWork();
  next.resolve("made");
  expect(await shared.run("a", undefined, next.work)).toBe("made");
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
