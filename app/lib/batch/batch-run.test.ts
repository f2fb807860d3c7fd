import { afterEach, describe, expect, it, vi } from "vitest";
import { packRows } from "../../../contract/rendering/row-pack.ts";
import { rowsThatFit, runBatch } from "./batch-run.ts";
import { renderRows } from "./row-results.ts";

const answering = (...answers: (() => Response | Promise<never>)[]) => {
  const asked = vi.fn(async () => (answers.length > 1 ? answers.shift() : answers[0])?.() as Response);
  vi.stubGlobal("fetch", asked);
  return asked;
};
const busy = () => new Response("", { status: 429, headers: { "retry-after": "2" } });
const bytes = new TextEncoder().encode("%PDF");
const pdf = () => new Response(packRows([{ bytes }]));
afterEach(() => vi.unstubAllGlobals());

describe("rows of a batch", () => {
  const signal = new AbortController().signal;
  const one = { rows: [{}] };

  it("are retried as the server asks", async () => {
    answering(...Array.from({ length: 20 }, () => busy), pdf);
    const waits: number[] = [];
    const result = await renderRows("t", one, signal, async (ms) => void waits.push(ms));
    expect(result).toEqual([{ bytes }]);
    expect(waits).toEqual(Array(20).fill(2_000));
  });

  it("aren't retried if invalid", async () => {
    const message = '"number" is required.';
    const errors = [
      { message, extensions: { code: "FAILED_VALIDATION", field: "number", type: "required" } },
    ];
    const asked = answering(() => new Response(packRows([{ bytes }, { errors }])));
    expect(await renderRows("t", { rows: [{}, {}] }, signal)).toEqual([
      { bytes },
      { faults: [{ path: "number", type: "required", message }] },
    ]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("are sent one by one when rejected together", async () => {
    const tooMuch = () =>
      Response.json({ errors: [{ message: "Too large.", extensions: {} }] }, { status: 413 });
    answering(tooMuch, pdf, tooMuch, pdf);
    expect(await renderRows("t", { rows: [{}, {}, {}] }, signal)).toEqual([
      { bytes },
      { faults: [{ path: "", type: "", message: "Too large." }] },
      { bytes },
    ]);
  });

  it("survive a server restart", async () => {
    const gone = () => Promise.reject(new TypeError("fetch failed"));
    answering(gone, gone, pdf);
    expect(await renderRows("t", one, signal, async () => {})).toEqual([{ bytes }]);
    answering(gone);
    await expect(renderRows("t", one, signal, async () => {})).rejects.toThrow("fetch failed");
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

  const aPdf = (row: number) => ({ bytes: new Uint8Array([row]) });

  it("keeps valid rows when others are invalid", async () => {
    const { made, bad, ...hears } = collect();
    await runBatch({
      rows,
      ...hears,
      signal: new AbortController().signal,
      make: async (some) =>
        some.map((row) =>
          row % 10 === 3 ? { faults: [{ path: "", type: "", message: "bad" }] } : aPdf(row),
        ),
    });
    expect(made).toHaveLength(45);
    expect(bad.sort((a, b) => a - b)).toEqual([4, 14, 24, 34, 44]);
  });

  it("adapts the number of rows per request", async () => {
    const sizesAt = async (msEach: number, max?: number) => {
      let clock = 0;
      const sizes: number[] = [];
      await runBatch({
        rows,
        ...collect(),
        signal: new AbortController().signal,
        now: () => clock,
        ...(max ? { max } : {}),
        make: async (some) => {
          sizes.push(some.length);
          clock += some.length * msEach;
          return some.map(aPdf);
        },
      });
      return sizes;
    };
    expect(Math.max(...(await sizesAt(1)))).toBe(16);
    expect(Math.max(...(await sizesAt(1, 5)))).toBe(5);
    expect(new Set(await sizesAt(3_000))).toEqual(new Set([1]));
    expect(rowsThatFit({ number: "1" })).toBe(16);
    expect(rowsThatFit({ logo: "A".repeat(2_000_000) })).toBe(1);
  });

  it("stops on request and keeps finished rows", async () => {
    const { made, bad, ...hears } = collect();
    const stop = new AbortController();
    await runBatch({
      rows,
      ...hears,
      signal: stop.signal,
      max: 1,
      make: async (some) => {
        if (some.includes(10)) stop.abort();
        stop.signal.throwIfAborted();
        return some.map(aPdf);
      },
    });
    expect(made.length).toBeGreaterThanOrEqual(9);
    expect(made.length).toBeLessThan(12);
    expect(bad).toEqual([]);
  });

  it("ends when the server is unreachable", async () => {
    const { made, bad, ...hears } = collect();
    const make = async (some: readonly number[]) => {
      if (some.some((row) => row >= 20)) throw new TypeError("fetch failed");
      return some.map(aPdf);
    };
    const running = runBatch({ rows, ...hears, signal: new AbortController().signal, max: 1, make });
    await expect(running).rejects.toThrow("fetch failed");
    expect(made).toHaveLength(20);
    expect(bad).toEqual([]);
  });
});
