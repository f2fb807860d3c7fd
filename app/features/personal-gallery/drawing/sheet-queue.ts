import type { PersonalSheet } from "../../../lib/pictures/personal-sheets.ts";

/** Draws two sheets at a time, the nearest first, and drops those that are scrolled away. */

export type Progress = {
  drawn: number;
  wanted: number;
  /** Why drawing is paused. */
  problem?: "busy" | "away" | undefined;
};

/** Every template with a sheet on the page, and those in or near the view, the nearest first. */
export type SheetsInView = { placed: readonly string[]; near: readonly string[] };

export type QueueOptions<Job> = {
  /** The job for each template; a missing one shows none of the person's values. */
  describe(templates: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Job>>;
  /** The address of a picture that was drawn before. */
  findStored(job: Job): Promise<string | undefined>;
  draw(job: Job, signal: AbortSignal): Promise<string>;
  /** In milliseconds, when to try again after this; "never" when this sheet can't be drawn at all. */
  retryAfter(error: unknown): number | "never" | "away";
  show(sheets: ReadonlyMap<string, PersonalSheet>): void;
  onProgress(progress: Progress): void;
};

export type SheetQueue = {
  setInView(seen: SheetsInView): void;
  tryAgain(): void;
  stop(): void;
};

const AT_ONCE = 2; // leaves capacity for live previews

type Sheet<Job> = { job?: Job; shown: PersonalSheet | "described" | "sample"; stop?: AbortController };

export function createSheetQueue<Job>({
  describe,
  findStored,
  draw,
  retryAfter,
  show,
  onProgress,
}: QueueOptions<Job>): SheetQueue {
  const sheets = new Map<string, Sheet<Job>>();
  const ended = new AbortController();
  let seen: SheetsInView = { placed: [], near: [] };
  let busy = 0;
  let problem: Progress["problem"];
  let pause: ReturnType<typeof setTimeout> | undefined;

  function setInView(next: SheetsInView) {
    seen = next;
    for (const [template, { stop }] of sheets) if (!seen.near.includes(template)) stop?.abort();
    const unknown = seen.placed.filter((template) => !sheets.has(template));
    if (unknown.length > 0 && !problem) void describeSheets(unknown);
    drawNext();
  }

  /** Stored sheets are shown together before anything is requested. */
  async function describeSheets(templates: readonly string[]) {
    for (const template of templates) sheets.set(template, { shown: "described" });
    try {
      const jobs = await describe(templates, ended.signal);
      const recalled = await Promise.all(
        templates.map(async (template): Promise<[string, Sheet<Job>]> => {
          const job = jobs.get(template);
          if (job === undefined) return [template, { shown: "sample" }];
          const address = await findStored(job);
          return [template, { job, shown: address ? { phase: "drawn", address } : { phase: "waiting" } }];
        }),
      );
      for (const [template, sheet] of recalled) sheets.set(template, sheet);
    } catch (error) {
      for (const template of templates) sheets.delete(template);
      handleFailure(error);
    }
    drawNext();
  }

  function drawNext() {
    while (busy < AT_ONCE && !problem && !ended.signal.aborted) {
      const next = seen.near.find((template) => phaseOf(template) === "waiting");
      if (next === undefined) break;
      void drawSheet(next);
    }
    report();
  }

  async function drawSheet(template: string) {
    const sheet = sheets.get(template);
    if (sheet?.job === undefined) return;
    const stop = new AbortController();
    sheet.stop = stop;
    sheet.shown = { phase: "drawing" };
    busy += 1;
    try {
      const signal = AbortSignal.any([stop.signal, ended.signal]);
      sheet.shown = { phase: "drawn", address: await draw(sheet.job, signal) };
    } catch (error) {
      sheet.shown = { phase: "waiting" };
      if (!stop.signal.aborted && !ended.signal.aborted && retryAfter(error) === "never")
        sheet.shown = "sample";
      else if (!stop.signal.aborted) handleFailure(error);
    }
    delete sheet.stop;
    busy -= 1;
    drawNext();
  }

  /** The samples are shown meanwhile. */
  function handleFailure(error: unknown) {
    if (ended.signal.aborted) return;
    const retry = retryAfter(error);
    problem = typeof retry === "number" ? "busy" : "away";
    clearTimeout(pause);
    if (typeof retry === "number") pause = setTimeout(resume, retry);
  }

  function resume() {
    clearTimeout(pause);
    problem = undefined;
    setInView(seen);
  }

  function phaseOf(template: string): PersonalSheet["phase"] | undefined {
    const shown = sheets.get(template)?.shown;
    return typeof shown === "object" ? shown.phase : undefined;
  }

  function report() {
    if (ended.signal.aborted) return;
    const phases = seen.near.map(phaseOf).filter((phase) => phase !== undefined);
    onProgress({ drawn: phases.filter((phase) => phase === "drawn").length, wanted: phases.length, problem });
    const shown = new Map<string, PersonalSheet>();
    for (const [template, sheet] of sheets)
      if (typeof sheet.shown === "object" && (!problem || sheet.shown.phase !== "waiting"))
        shown.set(template, sheet.shown);
    show(shown);
  }

  return {
    setInView,
    tryAgain: resume,
    stop: () => {
      clearTimeout(pause);
      ended.abort();
      show(new Map());
    },
  };
}
