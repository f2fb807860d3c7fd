import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRenderLoop } from "./render-loop.ts";

type Asking = { draft: string; signal: AbortSignal; answer(text?: string): void; fail(error: Error): void };

function aLoop({ prepare = async (answer: string) => answer } = {}) {
  const asked: Asking[] = [];
  const shown: string[] = [];
  const failures: string[] = [];
  const newest: boolean[] = [];
  const loop = createRenderLoop<string, string, string>({
    ask: (draft, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
        asked.push({ draft, signal, answer: (text = draft) => resolve(text), fail: reject });
      }),
    prepare,
    show: (text, { isNewest }) => {
      shown.push(text);
      newest.push(isNewest);
    },
    onFailure: ({ error }) => failures.push((error as Error).message),
    planRetry: (error, tries) => ({
      error,
      retryAfterMs: (error as Error).message === "refused" ? undefined : tries * 1_000,
    }),
  });
  const at = (place: number) => {
    const found = asked[place];
    if (!found) throw new Error(`request ${place} was not made`);
    return found;
  };
  return { loop, asked, at, shown, failures, newest };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

describe("the render loop", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("requests at once, then only the newest draft", async () => {
    const { loop, asked, at, shown, newest } = aLoop();
    for (const draft of ["a", "ab", "abc"]) loop.want(draft);
    expect(asked.map(({ draft }) => draft)).toEqual(["a"]);
    at(0).answer();
    await settle();
    expect(asked.map(({ draft }) => draft)).toEqual(["a", "abc"]);
    at(1).answer();
    await settle();
    expect(shown).toEqual(["a", "abc"]);
    expect(newest).toEqual([false, true]);
  });

  it("never replaces a newer page by an older one", async () => {
    const ready: Record<string, () => void> = {};
    const prepare = (answer: string) =>
      new Promise<string>((resolve) => {
        ready[answer] = () => resolve(answer);
      });
    const { loop, at, shown } = aLoop({ prepare });
    loop.want("old");
    loop.want("new");
    at(0).answer();
    await settle();
    at(1).answer();
    await settle();
    ready.new?.();
    await settle();
    ready.old?.();
    await settle();
    expect(shown).toEqual(["new"]);
  });

  it("cancels a slow request only for a newer draft", async () => {
    const { loop, asked, at, shown, failures } = aLoop();
    loop.want("slow");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(at(0).signal.aborted).toBe(false);
    loop.want("newer");
    await settle();
    expect(at(0).signal.aborted).toBe(true);
    expect(asked.map(({ draft }) => draft)).toEqual(["slow", "newer"]);
    at(1).answer();
    await settle();
    expect(shown).toEqual(["newer"]);
    expect(failures).toEqual([]);
  });

  it("retries with pauses and shows the latest draft", async () => {
    const { loop, asked, at, shown, failures } = aLoop();
    loop.want("a");
    at(0).fail(new Error("away"));
    await settle();
    loop.want("ab");
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    at(1).fail(new Error("away"));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(asked).toHaveLength(2);
    loop.tryNow();
    at(2).answer();
    await settle();
    expect(asked.map(({ draft }) => draft)).toEqual(["a", "ab", "ab"]);
    expect(shown).toEqual(["ab"]);
    expect(failures).toEqual(["away", "away"]);
  });

  it("doesn't repeat a rejected request until the draft changes", async () => {
    const { loop, asked, at } = aLoop();
    loop.want("a");
    at(0).fail(new Error("refused"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
    loop.want("b");
    expect(asked).toHaveLength(2);
  });

  it("does nothing once stopped", async () => {
    const { loop, at, shown, failures } = aLoop();
    loop.want("a");
    loop.stop();
    at(0).answer();
    await settle();
    loop.want("b");
    await settle();
    expect(shown).toEqual([]);
    expect(failures).toEqual([]);
  });
});
