import { describe, expect, it } from "vitest";
import type { PersonalSheet } from "../../../lib/pictures/personal-sheets.ts";
import { createSheetQueue, type Progress } from "./sheet-queue.ts";

/** A gallery whose sheets are drawn when the test says so. */
function aGallery({ without = [], kept = [] }: { without?: string[]; kept?: string[] } = {}) {
  const asked: { template: string; signal: AbortSignal; end(error?: unknown): void }[] = [];
  let shown: ReadonlyMap<string, PersonalSheet> = new Map();
  let progress: Progress = { drawn: 0, wanted: 0 };
  let failure: unknown;
  const drawing = createSheetQueue<string>({
    describe: async (templates) => {
      if (failure) throw failure;
      return new Map(templates.filter((each) => !without.includes(each)).map((each) => [each, each]));
    },
    findStored: async (template) => (kept.includes(template) ? `kept ${template}` : undefined),
    draw: (template, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        const end = (error?: unknown) => (error ? reject(error) : resolve(`drawn ${template}`));
        asked.push({ template, signal, end });
      }),
    retryAfter: (error) => (error === "broken" ? "never" : error === "busy" ? 0 : "away"),
    show: (sheets) => {
      shown = sheets;
    },
    onProgress: (next) => {
      progress = next;
    },
  });
  const see = async (near: string[], placed = near) => {
    drawing.setInView({ placed, near });
    await settle();
  };
  return {
    drawing,
    see,
    asked: () => asked.map(({ template }) => template),
    end: async (template: string, error?: unknown) => {
      asked.findLast((each) => each.template === template)?.end(error);
      await settle();
    },
    isStopped: (template: string) => asked.find((each) => each.template === template)?.signal.aborted,
    phases: () => Object.fromEntries([...shown].map(([template, { phase }]) => [template, phase])),
    progress: () => progress,
    failWith: (error: unknown) => {
      failure = error;
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 1));

describe("personal previews", () => {
  it("are drawn two at a time, nearest first", async () => {
    const { see, end, asked, phases, progress } = aGallery();
    await see(["c", "a", "b", "d"]);
    expect(asked()).toEqual(["c", "a"]);
    expect(phases()).toEqual({ a: "drawing", b: "waiting", c: "drawing", d: "waiting" });
    expect(progress()).toMatchObject({ drawn: 0, wanted: 4 });
    await see(["d", "a", "b", "c"]); // scrolled
    await end("c");
    expect(asked()).toEqual(["c", "a", "d"]);
    expect(progress()).toMatchObject({ drawn: 1, wanted: 4 });
    for (const each of ["a", "d", "b"]) await end(each);
    expect(phases()).toEqual({ a: "drawn", b: "drawn", c: "drawn", d: "drawn" });
    expect(progress()).toMatchObject({ drawn: 4, wanted: 4 });
  });

  it("skip templates without personal data", async () => {
    const { see, phases, progress } = aGallery({ without: ["poster"] });
    await see(["poster", "cv"]);
    expect(phases()).toEqual({ cv: "drawing" });
    expect(progress()).toMatchObject({ wanted: 1 });
  });

  it("are reused", async () => {
    const { see, asked, phases } = aGallery({ kept: ["a", "b"] });
    await see(["a", "b"]);
    expect(asked()).toEqual([]);
    expect(phases()).toEqual({ a: "drawn", b: "drawn" });
  });

  it("are cancelled when scrolled away and requested again", async () => {
    const { see, asked, isStopped, phases } = aGallery();
    await see(["a", "b"], ["a", "b", "c"]);
    await see(["c"], ["a", "b", "c"]);
    expect(isStopped("a")).toBe(true);
    expect(asked()).toEqual(["a", "b", "c"]);
    expect(phases()).toMatchObject({ a: "waiting", c: "drawing" });
    await see(["a", "c"], ["a", "b", "c"]);
    expect(asked()).toEqual(["a", "b", "c", "a"]);
  });

  it("are removed at once when turned off", async () => {
    const { drawing, see, end, isStopped, phases } = aGallery();
    await see(["a", "b", "c"]);
    await end("a");
    drawing.stop();
    expect(phases()).toEqual({});
    await settle();
    expect(isStopped("b")).toBe(true);
    expect(phases()).toEqual({});
  });

  it("keep samples while the server is busy or unreachable", async () => {
    const { drawing, see, end, asked, phases, progress } = aGallery();
    await see(["a", "b", "c"]);
    await end("a");
    await end("b", new TypeError("fetch failed"));
    expect(progress().problem).toBe("away");
    expect(phases()).toEqual({ a: "drawn", c: "drawing" });
    await end("c", new TypeError("fetch failed"));
    expect(phases()).toEqual({ a: "drawn" });
    drawing.tryAgain();
    await settle();
    expect(asked()).toEqual(["a", "b", "c", "b", "c"]);
    await end("b", "busy");
    await settle();
    expect(progress().problem).toBeUndefined();
    expect(asked().filter((each) => each === "b")).toHaveLength(3);
  });

  it("stay samples if they can't be drawn", async () => {
    const { see, end, phases, progress } = aGallery();
    await see(["a", "b"]);
    await end("a", "broken");
    await end("b");
    expect(phases()).toEqual({ b: "drawn" });
    expect(progress()).toMatchObject({ drawn: 1, wanted: 1, problem: undefined });
  });

  it("retry loading the templates", async () => {
    const { drawing, see, failWith, asked, progress } = aGallery();
    failWith(new TypeError("fetch failed"));
    await see(["a"]);
    expect(progress().problem).toBe("away");
    failWith(undefined);
    drawing.tryAgain();
    await settle();
    expect(asked()).toEqual(["a"]);
  });
});
