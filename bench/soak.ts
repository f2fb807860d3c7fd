/**
 * A day's mix for some minutes, at a steady pace: people browse, search, save, type, export and make tables. What the server holds
 * and how long it takes must not grow: memory (proportional set size), open files and the slowest hundredth of the answers, early and
 * late. Ends with 1 when a bar is missed.
 *
 *   npm run bench -- soak [--minutes 20] [--pace 1]
 *
 * The pace of 1 keeps two cores about half busy, so that what is measured is the server and not a queue in front of it.
 */
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { complain, finish, note } from "./support/figures.ts";
import { median, percentile } from "./support/load.ts";
import { familyOf, type ProcessUsage } from "./support/process-family.ts";
import { aFolder, type BenchServer, startProduct } from "./support/servers.ts";
import { untilDrawn } from "./support/small-library.ts";
import { openVisitors, type Visitor } from "./support/visitors.ts";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "20" }, pace: { type: "string", default: "1" } },
});
const MINUTE_MS = 60_000;
const minutes = Number(values.minutes);
const pace = Number(values.pace);
/** The first tenth is skipped while caches fill. */
const WARM_UP_MS = (minutes * MINUTE_MS) / 10;
const WINDOW_MS = (minutes * MINUTE_MS) / 5;
const LOOK_MS = 5_000;
const GROWTH_BAR = 1.15;
const MEMORY_BAR_MB = 700; // server and two render processes
const PEOPLE = 8;

/** How often each action is done per second at a pace of 1. */
const MIX: Record<keyof Visitor, number> = {
  browse: 8,
  search: 3,
  save: 2,
  preview: 3,
  export: 0.5,
  batch: 0.1,
};

type Answer = { what: string; at: number; ms: number };
type Look = { at: number; processes: ProcessUsage[] };

const folder = aFolder();
const product = await startProduct(folder.path, { RENDER_PROCESSES: "2" }, { watched: false });
const answers: Answer[] = [];
const looks: Look[] = [];
const failed = new Map<string, number>();
try {
  await untilDrawn(product);
  await keepBusy(product);
} finally {
  await product.stop();
  folder.remove();
}
report();
finish();

async function keepBusy({ url, process: { pid = 0 } }: BenchServer): Promise<void> {
  const visitors = await openVisitors(url, PEOPLE);
  const startedAt = performance.now();
  const end = startedAt + minutes * MINUTE_MS;
  const now = () => performance.now() - startedAt;
  const look = async () => {
    while (performance.now() < end) {
      looks.push({ at: now(), processes: familyOf(pid) });
      await wait(LOOK_MS);
    }
  };
  const running = new Set<Promise<void>>();
  const keepDoing = async (what: keyof Visitor, perSecond: number) => {
    let round = 0;
    for (let next = performance.now(); next < end; next += 1_000 / (perSecond * pace)) {
      await wait(Math.max(0, next - performance.now()));
      const visitor = visitors[round++ % visitors.length];
      const sentAt = performance.now();
      const doing = visitor?.[what]().then(
        () => void answers.push({ what, at: now(), ms: performance.now() - sentAt }),
        (error: Error) => void failed.set(error.message, (failed.get(error.message) ?? 0) + 1),
      );
      if (!doing) continue;
      running.add(doing);
      void doing.finally(() => running.delete(doing));
    }
  };
  const kinds = Object.entries(MIX) as [keyof Visitor, number][];
  await Promise.all([look(), ...kinds.map(([what, perSecond]) => keepDoing(what, perSecond))]);
  await Promise.all(running);
}

function report(): void {
  const last = looks.at(-1)?.at ?? 0;
  const early = <T extends { at: number }>(all: T[]) =>
    all.filter(({ at }) => at > WARM_UP_MS && at < WARM_UP_MS + WINDOW_MS);
  const late = <T extends { at: number }>(all: T[]) => all.filter(({ at }) => at > last - WINDOW_MS);
  const compare = (what: string, before: number, after: number, unit: string) =>
    note({
      what: `${minutes} minutes of mixed load: ${what}`,
      ours: after,
      unit,
      peer: { name: "early", value: before },
      bar: { max: GROWTH_BAR },
    });
  const sum = (all: Look[], of: "megabytes" | "files") =>
    median(all.map(({ processes }) => processes.reduce((total, each) => total + each[of], 0)));
  compare("memory of all processes", sum(early(looks), "megabytes"), sum(late(looks), "megabytes"), "MB");
  compare("open files", sum(early(looks), "files"), sum(late(looks), "files"), "");
  for (const what of Object.keys(MIX)) {
    const times = (all: Answer[]) => all.filter((each) => each.what === what).map(({ ms }) => ms);
    const [before, after] = [times(early(answers)), times(late(answers))];
    const shown = `${what}, ${times(answers).length} done`;
    console.log(
      `${shown.padEnd(24)} p50 ${median(before).toFixed(0)} → ${median(after).toFixed(0)} ms, p99 ${percentile(before, 99).toFixed(0)} → ${percentile(after, 99).toFixed(0)} ms`,
    );
  }
  const all = (of: Answer[]) =>
    percentile(
      of.map(({ ms }) => ms),
      99,
    );
  compare("p99 of all answers", all(early(answers)), all(late(answers)), "ms");
  const core = late(looks).map(({ processes }) =>
    processes
      .filter(({ kind }) => kind === "server" || kind === "render")
      .reduce((total, { megabytes }) => total + megabytes, 0),
  );
  const shown = looks.at(-1)?.processes.map(({ kind, megabytes }) => `${kind} ${megabytes}`);
  console.log(`last look: ${shown?.join(", ")}`);
  note({
    what: `${minutes} minutes of mixed load: server and two render processes`,
    ours: median(core),
    unit: "MB",
    bar: { max: MEMORY_BAR_MB },
  });
  for (const [message, times] of failed) complain(`${times} times: ${message}`);
}
