/**
 * Jobs: the rows a second of a job, compared with the engine alone making the same documents; then how long a visitor's preview takes
 * while a job runs, compared with previews without one. Both in many short pairs of rounds whose order alternates: the two of a pair have
 * the same minute of the machine, the median of their ratios is judged, and its 95 % interval is the noise. Ends with 1 when a bar is
 * missed. About six minutes on two processors.
 *
 *   npm run bench -- jobs [--rows 160] [--rounds 24] [--previews 12]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { JobDetails } from "../contract/rendering/jobs.ts";
import { MAX_PACKED_ROWS, unpackRows } from "../contract/rendering/row-pack.ts";
import { complain, finish, noiseOfMedian, note } from "./support/figures.ts";
import { anInvoice } from "./support/invoice.ts";
import { median } from "./support/load.ts";
import { usageBelow } from "./support/process-usage.ts";
import { aFolder, cpuMsOf, startProduct } from "./support/servers.ts";
import { aSmallLibrary, untilDrawn } from "./support/small-library.ts";
import { timePreviews } from "./support/visitor-preview.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "160" },
    rounds: { type: "string", default: "24" },
    previews: { type: "string", default: "12" },
  },
});
const rows = Number(values.rows);
const rounds = Number(values.rounds);
const previews = Number(values.previews);

const THROUGHPUT_BAR = 0.85; // of the engine's own rows a second
const VISITOR_BAR = 1.2; // relative to a preview without a job, at p50
/** Requests of the engine's rows at the same time, as a job has slices. */
const LANES = 2;
/** Each look is a request of its own, so they are rare. When a job ended is not read off them. */
const LOOK_MS = 250;
const LONG_JOB = 4_000; // longer than a round of previews, and below the 16 MB that a job may have
const WARM_UP = 8;

const folder = aFolder();
const library = aSmallLibrary(folder.path, ["invoices/studio/quarto"]);
const product = await startProduct(`${folder.path}/data`, { LIBRARY_DIR: library });
const engine = fork(fileURLToPath(new URL("support/render-server.ts", import.meta.url)));
// Without it, an engine that doesn't start would be waited for for ever.
engine.once("exit", (code) => code && process.exit(code));
const [{ port }] = (await once(engine, "message")) as [{ port: number }];
let serial = 0;
try {
  await untilDrawn(product);
  const cookie = await aPerson();
  const { data } = await answerOf("/items/templates?limit=1&fields=id");
  const template = String(data[0].id);
  await compareThroughput(cookie, template);
  await compareVisitors(cookie, template);
} finally {
  await product.stop();
  engine.disconnect();
  folder.remove();
}
finish();

async function compareThroughput(cookie: string, template: string): Promise<void> {
  const rates: Record<"ours" | "engine", number[]> = { ours: [], engine: [] };
  const processor: Record<"ours" | "engine", number[]> = { ours: [], engine: [] };
  const inEngine = async () => {
    const before = usageBelow(engine.pid ?? 0).cpuMs;
    rates.engine.push(await makeInEngine(rows));
    processor.engine.push((usageBelow(engine.pid ?? 0).cpuMs - before) / rows);
  };
  const inJob = async () => {
    const before = cpuMsOf(product);
    rates.ours.push(await makeInJob(cookie, template, rows));
    processor.ours.push((cpuMsOf(product) - before) / rows);
  };
  await makeInEngine(MAX_PACKED_ROWS * LANES);
  await makeInJob(cookie, template, MAX_PACKED_ROWS * LANES);
  await inTurns(inEngine, inJob);
  const ratios = ratiosOf(rates.ours, rates.engine);
  note({
    what: "rows of a job",
    ours: median(rates.ours),
    unit: "a second",
    peer: { name: "engine alone", value: median(rates.engine) },
    ratio: median(ratios),
    bar: { min: THROUGHPUT_BAR },
    noise: noiseOfMedian(ratios),
    processorMs: { ours: median(processor.ours), peer: median(processor.engine) },
  });
}

async function compareVisitors(cookie: string, template: string): Promise<void> {
  const times: Record<"alone" | "meanwhile", number[]> = { alone: [], meanwhile: [] };
  const alone = async (round: number) => {
    times.alone.push(median(await timePreviews(product, template, previews, `alone ${round}`)));
  };
  const meanwhile = async (round: number) => {
    const id = await startJob(cookie, template, LONG_JOB);
    await untilMade(cookie, id, 1);
    times.meanwhile.push(median(await timePreviews(product, template, previews, `meanwhile ${round}`)));
    if ((await readJob(cookie, id)).state !== "running") complain("a job ended before the previews did");
    await send(`/render/jobs/${id}`, cookie, { method: "DELETE" });
    await timePreviews(product, template, WARM_UP, `after ${round}`); // the rows in making end
  };
  await timePreviews(product, template, WARM_UP, "warm");
  await inTurns(alone, meanwhile);
  const ratios = ratiosOf(times.meanwhile, times.alone);
  note({
    what: "a visitor's preview while a job runs, p50",
    ours: median(times.meanwhile),
    unit: "ms",
    peer: { name: "without a job", value: median(times.alone) },
    ratio: median(ratios),
    bar: { max: VISITOR_BAR },
    noise: noiseOfMedian(ratios),
  });
}

type Measure = (round: number) => Promise<void>;

/** Which one is first alternates, so that neither has the better half of a slow change. */
async function inTurns(one: Measure, other: Measure): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const measure of round % 2 === 0 ? [one, other] : [other, one]) await measure(round);
}

function ratiosOf(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((each, at) => each / (theirs[at] ?? Number.NaN));
}

/** Rows a second. */
async function makeInEngine(count: number): Promise<number> {
  const documents = someInvoices(count);
  const startedAt = performance.now();
  let made = 0;
  const lane = async () => {
    for (
      let some = documents.splice(0, MAX_PACKED_ROWS);
      some.length > 0;
      some = documents.splice(0, MAX_PACKED_ROWS)
    ) {
      const answer = await fetch(`http://127.0.0.1:${port}/render/quarto/rows`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ rows: some }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      made += unpackRows(await answer.bytes()).filter((row) => "bytes" in row).length;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (made !== count) throw new Error(`the engine made ${made} of ${count} rows`);
  return (count / (performance.now() - startedAt)) * 1_000;
}

/** Rows a second, from sending the table until the job is done. */
async function makeInJob(cookie: string, template: string, count: number): Promise<number> {
  const startedAt = Date.now();
  const id = await startJob(cookie, template, count);
  const { date_finished } = await untilMade(cookie, id, count);
  await send(`/render/jobs/${id}`, cookie, { method: "DELETE" });
  return (count / (Date.parse(date_finished ?? "") - startedAt)) * 1_000;
}

async function startJob(cookie: string, template: string, count: number): Promise<string> {
  const answer = await send("/render/jobs", cookie, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ template, rows: someInvoices(count) }),
  });
  return (await answer.json()).data.id;
}

async function readJob(cookie: string, id: string): Promise<JobDetails> {
  return (await (await send(`/render/jobs/${id}`, cookie)).json()).data;
}

async function untilMade(cookie: string, id: string, count: number): Promise<JobDetails> {
  for (;;) {
    const job = await readJob(cookie, id);
    if (job.failed > 0) throw new Error(`a row failed: ${JSON.stringify(job.problems[0])}`);
    if (job.made >= count) return job;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function someInvoices(count: number) {
  return Array.from({ length: count }, () => anInvoice(serial++).data);
}

async function send(path: string, cookie: string, request: RequestInit = {}): Promise<Response> {
  const headers = { ...request.headers, cookie, origin: product.url };
  const answer = await fetch(product.url + path, { ...request, headers });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function answerOf(path: string) {
  return (await fetch(product.url + path)).json();
}

async function aPerson(): Promise<string> {
  const answer = await send("/auth/sign-up/email", "", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "Bench",
      email: "bench@typecase.example",
      password: "correct horse battery",
    }),
  });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}
