/**
 * Pages: a cached one beside a bare `node:http` server that sends the same bytes, in interleaved rounds; one that was
 * never asked for before; and the scripts each screen sends, against a budget. Ends with 1 when a bar is missed.
 *
 *   npm run bench -- pages [--seconds 3] [--rounds 5]
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { ask, median, withSpread } from "./support/load.ts";
import { aFolder, type BenchServer, startBare, startProduct } from "./support/servers.ts";
import { readWire } from "./support/wire.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "3" }, rounds: { type: "string", default: "5" } },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

const CACHED_BAR = 0.45;
const BUDGET_KB = { "/": 130, "/templates": 150, "/invoices": 150, "/invoices/quarto": 140 };
const LIBRARY = fileURLToPath(new URL("../library", import.meta.url));

const failures: string[] = [];
const folder = aFolder();
try {
  const product = await startProduct(folder.path, { LIBRARY_DIR: LIBRARY });
  await weighScripts(product);
  await measureUncached(product);
  for (const path of ["/", "/invoices", "/invoices/quarto"]) await measureCached(product, path);
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
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const server of round % 2 === 0 ? [product, bare] : [bare, product]) {
      const load = await ask(server.url, () => path, { seconds, headers });
      if (load.failures > 0) failures.push(`${path}: ${load.failures} requests failed`);
      (server === product ? ours : theirs).push(load.perSecond);
    }
  await bare.stop();
  const ratio = median(ours) / median(theirs);
  console.log(
    `cached, ${path}, ${body.length} bytes: ${withSpread(ours)} a second; bare server ${withSpread(theirs)}; ratio ${ratio.toFixed(2)} (bar ${CACHED_BAR})`,
  );
  if (ratio < CACHED_BAR) failures.push(`cached ${path}: ${ratio.toFixed(2)} of a bare server`);
}
