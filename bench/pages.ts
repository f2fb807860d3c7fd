/**
 * Pages: a cached one beside a bare `node:http` server that sends the same bytes, in interleaved rounds; one that was
 * never asked for before; the scripts each screen sends, against a budget; and Lighthouse with its mobile profile. Ends with
 * 1 when a bar is missed.
 *
 *   npm run bench -- pages [--seconds 3] [--rounds 5] [--looks 3] [--chromium /usr/bin/chromium]
 */
import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { gradePage } from "./support/lighthouse.ts";
import { median, readWire, withSpread } from "./support/load.ts";
import { aFolder, type BenchServer, startBare, startProduct } from "./support/servers.ts";
import { askSteadily, type SteadyLoad } from "./support/steady-load.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "5" },
    looks: { type: "string", default: "3" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

const CACHED_BAR = 0.45;
const BUDGET_KB = { "/": 130, "/templates": 150, "/invoices": 150, "/invoices/quarto": 140 };
const GRADE_BARS = [
  ["performance", 95],
  ["accessibility", 100],
  ["best-practices", 100],
  ["seo", 100],
] as const;
const SHIFT_BAR = 0.01;
const PAGES = ["/", "/invoices", "/invoices/quarto"];
const PICTURES_MS = 300_000;
const LIBRARY = fileURLToPath(new URL("../library", import.meta.url));

const failures: string[] = [];
const folder = aFolder();
try {
  const product = await startProduct(folder.path, { LIBRARY_DIR: LIBRARY });
  // As long as it makes pictures, its pages change and its processors are not its own.
  await untilPicturesAreMade(product);
  await weighScripts(product);
  await measureUncached(product);
  for (const path of PAGES) await measureCached(product, path);
  if (Number(values.looks) > 0) for (const path of PAGES) await look(product, path);
  await product.stop();
} finally {
  folder.remove();
}
for (const failure of failures) console.error(`missed: ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);

/** What a screen loads before anything is clicked: its scripts and what they import, each gzipped. */
async function weighScripts(product: BenchServer): Promise<void> {
  for (const [path, budget] of Object.entries(BUDGET_KB)) {
    const html = await (await fetch(product.url + path)).text();
    const names = new Set(html.match(/\/builds\/assets\/[\w.-]+\.js/g));
    let bytes = 0;
    for (const name of names) {
      const script = await (await fetch(product.url + name)).arrayBuffer();
      if (isLoaded(html, name)) bytes += gzipSync(new Uint8Array(script), { level: 9 }).length;
    }
    const kilobytes = bytes / 1024;
    const page = gzipSync(html, { level: 9 }).length / 1024;
    console.log(
      `scripts of ${path}: ${kilobytes.toFixed(1)} KB gzipped (budget ${budget}); page ${page.toFixed(1)} KB`,
    );
    if (kilobytes > budget)
      failures.push(`scripts of ${path}: ${kilobytes.toFixed(1)} KB, budget ${budget} KB`);
  }
}

/** The page names every route's modules in its manifest; loaded are those it preloads or imports itself. */
function isLoaded(html: string, name: string): boolean {
  return (
    html.includes(`href="${name}"`) || html.includes(`from "${name}"`) || html.includes(`import "${name}"`)
  );
}

async function measureUncached(product: BenchServer): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 60; i++) {
    const started = performance.now();
    await (await fetch(`${product.url}/templates?q=word${i}&sort=name`)).arrayBuffer();
    times.push(performance.now() - started);
  }
  console.log(`a page nobody asked for before: ${median(times.slice(10)).toFixed(1)} ms`);
}

async function measureCached(product: BenchServer, path: string): Promise<void> {
  const headers = { "accept-encoding": "br" };
  for (let time = 0; time < 3; time++) await (await fetch(product.url + path, { headers })).arrayBuffer();
  const { body, sent } = await readWire(product.url + path);
  const bare = await startBare(body, sent);
  const ours: SteadyLoad[] = [];
  const theirs: SteadyLoad[] = [];
  for (let round = 0; round < rounds; round++)
    for (const server of round % 2 === 0 ? [product, bare] : [bare, product]) {
      const load = await askSteadily(server, path, { seconds, headers });
      if (load.failures > 0) failures.push(`${path}: ${load.failures} requests failed`);
      (server === product ? ours : theirs).push(load);
    }
  await bare.stop();
  const rate = (loads: SteadyLoad[]) => loads.map((load) => load.perSecond);
  const cpu = (loads: SteadyLoad[]) => Math.round(median(loads.map((load) => load.cpuMicros)));
  const ratio = median(rate(ours)) / median(rate(theirs));
  console.log(
    `cached, ${path}, ${body.length} bytes: ${withSpread(rate(ours))} a second, ${cpu(ours)} µs of processor each; bare server ${withSpread(rate(theirs))}, ${cpu(theirs)} µs; ratio ${ratio.toFixed(2)} (bar ${CACHED_BAR})`,
  );
  if (!(ratio >= CACHED_BAR)) failures.push(`cached ${path}: ${ratio.toFixed(2)} of a bare server`);
}

/** Lighthouse, once to warm what is made on demand and then as often as asked. */
async function look(product: BenchServer, path: string): Promise<void> {
  await gradePage(product.url + path, values.chromium, 1);
  const { grades, complaints, machine } = await gradePage(
    product.url + path,
    values.chromium,
    Number(values.looks),
  );
  const { layoutShift, ...rest } = grades;
  const words = Object.entries(rest).map(([name, grade]) => `${name} ${grade}`);
  console.log(
    `Lighthouse, ${path}: ${words.join(", ")}, layout shift ${layoutShift.toFixed(3)} (machine ${machine}, load ${(loadavg()[0] ?? 0).toFixed(1)})`,
  );
  for (const complaint of complaints) console.log(`  ${complaint}`);
  for (const [name, bar] of GRADE_BARS)
    if (!(grades[name] >= bar)) failures.push(`Lighthouse, ${path}: ${name} under ${bar}`);
  if (!(layoutShift <= SHIFT_BAR)) failures.push(`Lighthouse, ${path}: layout shift above ${SHIFT_BAR}`);
}

async function untilPicturesAreMade(product: BenchServer): Promise<void> {
  const address = `${product.url}/items/templates?filter[image][_null]=true&fields=url&limit=-1`;
  const until = performance.now() + PICTURES_MS;
  for (;;) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    const { data }: { data: { url: string }[] } = await answer.json();
    if (data.length === 0) return;
    if (performance.now() > until)
      throw new Error(`still without a picture: ${data.map(({ url }) => url).join(", ")}`);
    await wait(500);
  }
}
