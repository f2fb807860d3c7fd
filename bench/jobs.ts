/**
 * Jobs: the rows a second of a job, compared with the engine alone making the same documents, in turns; then how long a visitor's preview
 * takes while a job runs, compared with previews without one, in turns. Ends with 1 when a bar is missed.
 *
 *   npm run bench -- jobs [--rows 200] [--rounds 5] [--previews 20]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { MAX_PACKED_ROWS, unpackRows } from "../contract/rendering/row-pack.ts";
import { finish, noiseOfRatio, note } from "./support/figures.ts";
import { anInvoice } from "./support/invoice.ts";
import { median } from "./support/load.ts";
import { usageBelow } from "./support/process-usage.ts";
import { aFolder, cpuMsOf, startProduct } from "./support/servers.ts";
import { aSmallLibrary, untilDrawn } from "./support/small-library.ts";
import { timePreviews } from "./support/visitor-preview.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "200" },
    rounds: { type: "string", default: "5" },
    previews: { type: "string", default: "20" },
  },
});
const rows = Number(values.rows);
const rounds = Number(values.rounds);
const previews = Number(values.previews);

const THROUGHPUT_BAR = 0.85; // of the engine's own rows a second
const VISITOR_BAR = 1.2; // relative to a preview without a job, at p50
/** Requests of the engine's rows at the same time, as a job has slices. */
const LANES = 2;
/** Each look is a request of its own, so they are rare until the end is near. */
const LOOK_MS = 500;
const LAST_LOOKS_MS = 50;
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
  const [ours, engines, oursCpu, enginesCpu]: number[][] = [[], [], [], []];
  await makeInEngine(MAX_PACKED_ROWS * LANES);
  await makeInJob(cookie, template, MAX_PACKED_ROWS * LANES);
  for (let round = 0; round < rounds; round++) {
    const enginesBefore = usageBelow(engine.pid ?? 0).cpuMs;
    engines?.push(await makeInEngine(rows));
    enginesCpu?.push((usageBelow(engine.pid ?? 0).cpuMs - enginesBefore) / rows);
    const before = cpuMsOf(product);
    ours?.push(await makeInJob(cookie, template, rows));
    oursCpu?.push((cpuMsOf(product) - before) / rows);
  }
  note({
    what: "rows of a job",
    ours: median(ours ?? []),
    unit: "a second",
    peer: { name: "engine alone", value: median(engines ?? []) },
    bar: { min: THROUGHPUT_BAR },
    noise: noiseOfRatio(ours ?? [], engines ?? []),
    processorMs: { ours: median(oursCpu ?? []), peer: median(enginesCpu ?? []) },
  });
}

async function compareVisitors(cookie: string, template: string): Promise<void> {
  const [alone, meanwhile]: number[][] = [[], []];
  await timePreviews(product, template, WARM_UP, "warm");
  for (let round = 0; round < rounds; round++) {
    alone?.push(median(await timePreviews(product, template, previews, `alone ${round}`)));
    const id = await startJob(cookie, template, LONG_JOB);
    await untilMade(cookie, id, 1);
    meanwhile?.push(median(await timePreviews(product, template, previews, `meanwhile ${round}`)));
    await send(`/render/jobs/${id}`, cookie, { method: "DELETE" });
    await timePreviews(product, template, WARM_UP, `after ${round}`); // the rows in making end
  }
  note({
    what: "a visitor's preview while a job runs, p50",
    ours: median(meanwhile ?? []),
    unit: "ms",
    peer: { name: "without a job", value: median(alone ?? []) },
    bar: { max: VISITOR_BAR },
    noise: noiseOfRatio(meanwhile ?? [], alone ?? []),
  });
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

async function makeInJob(cookie: string, template: string, count: number): Promise<number> {
  const startedAt = performance.now();
  const id = await startJob(cookie, template, count);
  await untilMade(cookie, id, count);
  const perSecond = (count / (performance.now() - startedAt)) * 1_000;
  await send(`/render/jobs/${id}`, cookie, { method: "DELETE" });
  return perSecond;
}

async function startJob(cookie: string, template: string, count: number): Promise<string> {
  const answer = await send("/render/jobs", cookie, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ template, rows: someInvoices(count) }),
  });
  return (await answer.json()).data.id;
}

async function untilMade(cookie: string, id: string, count: number): Promise<void> {
  for (;;) {
    const { data } = await (await send(`/render/jobs/${id}`, cookie)).json();
    if (data.failed > 0) throw new Error(`a row failed: ${JSON.stringify(data.problems[0])}`);
    if (data.made >= count) return;
    const isNear = count - data.made <= Math.max(MAX_PACKED_ROWS * LANES, count / 10);
    await new Promise((resolve) => setTimeout(resolve, isNear ? LAST_LOOKS_MS : LOOK_MS));
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
