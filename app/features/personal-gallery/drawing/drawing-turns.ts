import type { OwnSheet } from "../../../lib/pictures/own-sheets.ts";

/** Which sheets are drawn when: two at a time, the nearest first, none that nobody looks at any more. */

export type Progress = {
  drawn: number;
  wanted: number;
  /** Why nothing is drawn just now. */
  problem?: "busy" | "away" | undefined;
};

/** What is on the page: every template with a sheet on it, and those that are in view or nearly so, the nearest first. */
export type Seen = { placed: readonly string[]; near: readonly string[] };

export type Parts<Job> = {
  /** What is to be drawn of each; one that is missing has nothing of the person on it. */
  describe(templates: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Job>>;
  /** The address of a picture that was drawn before. */
  recall(job: Job): Promise<string | undefined>;
  draw(job: Job, signal: AbortSignal): Promise<string>;
  /** In milliseconds, when to try again after this; "never" when this sheet can't be drawn at all. */
  retryAfter(error: unknown): number | "never" | "away";
  show(sheets: ReadonlyMap<string, OwnSheet>): void;
  tell(progress: Progress): void;
};

export type Drawing = {
  see(seen: Seen): void;
  tryAgain(): void;
  stop(): void;
};

const AT_ONCE = 2; // they leave room for whoever is typing elsewhere

type Sheet<Job> = { job?: Job; shown: OwnSheet | "described" | "sample"; stop?: AbortController };

export function createDrawing<Job>({ describe, recall, draw, retryAfter, show, tell }: Parts<Job>): Drawing {
  const sheets = new Map<string, Sheet<Job>>();
  const ended = new AbortController();
  let seen: Seen = { placed: [], near: [] };
  let busy = 0;
  let problem: Progress["problem"];
  let pause: ReturnType<typeof setTimeout> | undefined;

  function see(next: Seen) {
    seen = next;
    for (const [template, { stop }] of sheets) if (!seen.near.includes(template)) stop?.abort();
    const unknown = seen.placed.filter((template) => !sheets.has(template));
    if (unknown.length > 0 && !problem) void learn(unknown);
    goOn();
  }

  /** What is already drawn is shown together, before anything is asked for. */
  async function learn(templates: readonly string[]) {
    for (const template of templates) sheets.set(template, { shown: "described" });
    try {
      const jobs = await describe(templates, ended.signal);
      const recalled = await Promise.all(
        templates.map(async (template): Promise<[string, Sheet<Job>]> => {
          const job = jobs.get(template);
          if (job === undefined) return [template, { shown: "sample" }];
          const address = await recall(job);
          return [template, { job, shown: address ? { phase: "drawn", address } : { phase: "waits" } }];
        }),
      );
      for (const [template, sheet] of recalled) sheets.set(template, sheet);
    } catch (error) {
      for (const template of templates) sheets.delete(template);
      meet(error);
    }
    goOn();
  }

  function goOn() {
    while (busy < AT_ONCE && !problem && !ended.signal.aborted) {
      const next = seen.near.find((template) => phaseOf(template) === "waits");
      if (next === undefined) break;
      void take(next);
    }
    report();
  }

  async function take(template: string) {
    const sheet = sheets.get(template);
    if (sheet?.job === undefined) return;
    const stop = new AbortController();
    sheet.stop = stop;
    sheet.shown = { phase: "draws" };
    busy += 1;
    try {
      const signal = AbortSignal.any([stop.signal, ended.signal]);
      sheet.shown = { phase: "drawn", address: await draw(sheet.job, signal) };
    } catch (error) {
      sheet.shown = { phase: "waits" };
      if (!stop.signal.aborted && !ended.signal.aborted && retryAfter(error) === "never")
        sheet.shown = "sample";
      else if (!stop.signal.aborted) meet(error);
    }
    delete sheet.stop;
    busy -= 1;
    goOn();
  }

  /** The samples are shown meanwhile. */
  function meet(error: unknown) {
    if (ended.signal.aborted) return;
    const retry = retryAfter(error);
    problem = typeof retry === "number" ? "busy" : "away";
    clearTimeout(pause);
    if (typeof retry === "number") pause = setTimeout(resume, retry);
  }

  function resume() {
    clearTimeout(pause);
    problem = undefined;
    see(seen);
  }

  function phaseOf(template: string): OwnSheet["phase"] | undefined {
    const shown = sheets.get(template)?.shown;
    return typeof shown === "object" ? shown.phase : undefined;
  }

  function report() {
    if (ended.signal.aborted) return;
    const phases = seen.near.map(phaseOf).filter((phase) => phase !== undefined);
    tell({ drawn: phases.filter((phase) => phase === "drawn").length, wanted: phases.length, problem });
    const shown = new Map<string, OwnSheet>();
    for (const [template, sheet] of sheets)
      if (typeof sheet.shown === "object" && (!problem || sheet.shown.phase !== "waits"))
        shown.set(template, sheet.shown);
    show(shown);
  }

  return {
    see,
    tryAgain: resume,
    stop: () => {
      clearTimeout(pause);
      ended.abort();
      show(new Map());
    },
  };
}
