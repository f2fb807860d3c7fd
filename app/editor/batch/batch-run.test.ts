import { afterEach, describe, expect, it, vi } from "vitest";
import { runBatch } from "./batch-run.ts";
import { renderRow } from "./row-render.ts";

const answering = (...answers: (() => Response | Promise<never>)[]) => {
  const asked = vi.fn(async () => (answers.length > 1 ? answers.shift() : answers[0])?.() as Response);
  vi.stubGlobal("fetch", asked);
  return asked;
};
const busy = () => new Response("", { status: 429, headers: { "retry-after": "2" } });
const pdf = () => new Response("%PDF");
afterEach(() => vi.unstubAllGlobals());

describe("a row", () => {
  const signal = new AbortController().signal;

  it("comes again when the server says when, for as long as it takes", async () => {
    answering(...Array.from({ length: 20 }, () => busy), pdf);
    const waits: number[] = [];
    const result = await renderRow("t", {}, signal, async (ms) => void waits.push(ms));
    expect(result).toEqual({ bytes: new TextEncoder().encode("%PDF") });
    expect(waits).toEqual(Array(20).fill(2_000));
  });

  it("that is bad is not asked for twice and says what is wrong where", async () => {
    const errors = [
      {
        message: '"number" is required.',
        extensions: { code: "FAILED_VALIDATION", field: "number", type: "required" },
      },
    ];
    const asked = answering(() => Response.json({ errors }, { status: 400 }));
    expect(await renderRow("t", {}, signal)).toEqual({
      faults: [{ path: "number", type: "required", message: '"number" is required.' }],
    });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("outlives a server that is started again, but not one that is gone", async () => {
    const gone = () => Promise.reject(new TypeError("fetch failed"));
    answering(gone, gone, pdf);
    expect(await renderRow("t", {}, signal, async () => {})).toHaveProperty("bytes");
    answering(gone);
    await expect(renderRow("t", {}, signal, async () => {})).rejects.toThrow("fetch failed");
  });
});

describe("a batch", () => {
  const rows = Array.from({ length: 50 }, (_, index) => index);
  const collect = () => {
    const made: number[] = [];
    const bad: number[] = [];
    return {
      made,
      bad,
      onMade: (row: number) => void made.push(row),
      onProblem: (row: number) => void bad.push(row),
    };
  };

  it("keeps the good rows when some are bad, and holds only a few at a time", async () => {
    const { made, bad, ...hears } = collect();
    let held = 0;
    let most = 0;
    await runBatch({
      rows,
      ...hears,
      signal: new AbortController().signal,
      make: async (row) => {
        most = Math.max(most, ++held);
        await Promise.resolve();
        held--;
        return row % 10 === 3
          ? { faults: [{ path: "", type: "", message: "bad" }] }
          : { bytes: new Uint8Array([row]) };
      },
    });
    expect(made).toHaveLength(45);
    expect(bad.sort((a, b) => a - b)).toEqual([4, 14, 24, 34, 44]);
    expect(most).toBe(4);
  });

  it("stops when it is told to, with what is done kept", async () => {
    const { made, bad, ...hears } = collect();
    const stop = new AbortController();
    await runBatch({
      rows,
      ...hears,
      signal: stop.signal,
      make: async (row) => {
        if (row === 10) stop.abort();
        stop.signal.throwIfAborted();
        return { bytes: new Uint8Array([row]) };
      },
    });
    expect(made.length).toBeGreaterThanOrEqual(7);
    expect(made.length).toBeLessThan(14);
    expect(bad).toEqual([]);
  });

  it("ends as a whole when the server is out of reach", async () => {
    const { made, bad, ...hears } = collect();
    const make = async (row: number) => {
      if (row >= 20) throw new TypeError("fetch failed");
      return { bytes: new Uint8Array([row]) };
    };
    const running = runBatch({ rows, ...hears, signal: new AbortController().signal, make });
    await expect(running).rejects.toThrow("fetch failed");
    expect(made).toHaveLength(20);
    expect(bad).toEqual([]);
  });
});
