/**
 * Measures pages: a cached page next to a bare `node:http` server that sends the same bytes, in interleaved
 * rounds; an uncached page; the scripts of each screen against a budget; and Lighthouse with its mobile
 * profile. Exits with 1 when a bar is missed.
 *
 * npm run bench -- pages [--seconds 3] [--rounds 5] [--looks 5] [--chromium /usr/bin/chromium]
 */
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import {
  INTERFACE_LANGUAGES,
  type InterfaceLanguage,
  inLanguage,
} from "../contract/site/interface-languages.ts";
import { compareRates } from "./support/compared-rates.ts";
import { finish, noiseWithin, note } from "./support/figures.ts";
import { gradePage } from "./support/lighthouse.ts";
import { median, readWire } from "./support/load.ts";
import { aFolder, type BenchServer, cpuMsOf, startBare, startProduct } from "./support/servers.ts";
import { askSteadily } from "./support/steady-load.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "5" },
    looks: { type: "string", default: "5" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

const CACHED_BAR = 0.45;
const UNCACHED_BAR_MS = 50;
const BUDGET_KB = { "/": 135, "/templates": 150, "/invoices": 150, "/invoices/quarto": 142 };
const MESSAGES_KB = 6; // home's, in the language whose letters take the most bytes
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

const folder = aFolder();
try {
  const product = await startProduct(folder.path, { LIBRARY_DIR: LIBRARY });
  // While it draws thumbnails, its pages change and its processors are busy.
  await untilPicturesAreMade(product);
  await weighScripts(product);
  await weighMessages(product);
  await measureUncached(product);
  for (const path of PAGES) await measureCached(product, path);
  if (Number(values.looks) > 0) for (const path of PAGES) await look(product, path);
  await product.stop();
} finally {
  folder.remove();
}
finish();

/** What a screen loads before any click: its scripts and their imports, each gzipped. */
async function weighScripts(product: BenchServer): Promise<void> {
  for (const [path, budget] of Object.entries(BUDGET_KB)) {
    const html = await (await fetch(product.url + path)).text();
    const names = new Set(html.match(/\/builds\/assets\/[\w.-]+\.js/g));
    let bytes = 0;
    for (const name of names) {
      const script = await (await fetch(product.url + name)).arrayBuffer();
      if (isLoaded(html, name)) bytes += gzipSync(new Uint8Array(script), { level: 9 }).length;
    }
    note({ what: `scripts of ${path}, gzipped`, ours: bytes / 1024, unit: "KB", bar: { max: budget } });
  }
}

/** The catalogues that home's scripts import, which the import map leads to, in the language with the most. */
async function weighMessages(product: BenchServer): Promise<void> {
  const sizes = await Promise.all(INTERFACE_LANGUAGES.map((each) => messagesOfHome(product, each)));
  note({
    what: "messages of /, gzipped, in the largest language",
    ours: Math.max(...sizes) / 1024,
    unit: "KB",
    bar: { max: MESSAGES_KB },
  });
}

async function messagesOfHome({ url }: BenchServer, language: InterfaceLanguage): Promise<number> {
  const html = await (await fetch(url + inLanguage(language, "/"))).text();
  const { imports } = JSON.parse(/<script type="importmap"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? "{}");
  const scripts = new Set(html.match(/\/builds\/assets\/[\w.-]+\.js/g));
  const names = new Set<string>();
  for (const name of scripts) {
    if (!isLoaded(html, name)) continue;
    const script = await (await fetch(url + name)).text();
    for (const [, catalogue = ""] of script.matchAll(/import"(messages\/\w+)"/g)) names.add(catalogue);
  }
  let bytes = 0;
  for (const name of names) {
    const catalogue = await (await fetch(url + imports[name])).arrayBuffer();
    bytes += gzipSync(new Uint8Array(catalogue), { level: 9 }).length;
  }
  return bytes;
}

/** The page's manifest names every route's modules; only preloaded and imported ones are loaded. */
function isLoaded(html: string, name: string): boolean {
  return (
    html.includes(`href="${name}"`) || html.includes(`from "${name}"`) || html.includes(`import "${name}"`)
  );
}

async function measureUncached(product: BenchServer): Promise<void> {
  const times: number[] = [];
  const before = cpuMsOf(product);
  for (let i = 0; i < 60; i++) {
    const started = performance.now();
    await (await fetch(`${product.url}/templates?q=word${i}&sort=name`)).arrayBuffer();
    times.push(performance.now() - started);
  }
  note({
    what: "a page nobody asked for before",
    ours: median(times.slice(10)),
    unit: "ms",
    bar: { max: UNCACHED_BAR_MS },
    noise: noiseWithin(times.slice(10)),
    processorMs: { ours: (cpuMsOf(product) - before) / times.length },
  });
}

async function measureCached(product: BenchServer, path: string): Promise<void> {
  const headers = { "accept-encoding": "br" };
  for (let time = 0; time < 3; time++) await (await fetch(product.url + path, { headers })).arrayBuffer();
  const { body, sent } = await readWire(product.url + path);
  const bare = await startBare(body, sent);
  await compareRates(`cached page ${path}`, {
    ours: product,
    peer: { name: "bare node:http", server: bare },
    rounds,
    bar: CACHED_BAR,
    measure: (server) => askSteadily(server, path, { seconds, headers }),
  });
  await bare.stop();
}

/** Runs Lighthouse once to warm up, then as often as requested. */
async function look(product: BenchServer, path: string): Promise<void> {
  await gradePage(product.url + path, values.chromium, 1);
  const graded = await gradePage(product.url + path, values.chromium, Number(values.looks));
  const { grades } = graded;
  for (const complaint of graded.complaints) console.log(`  ${complaint}`);
  for (const [name, bar] of GRADE_BARS) {
    const noise = name === "performance" ? { noise: graded.noise } : {};
    note({
      what: `Lighthouse ${path}: ${name}`,
      ours: grades[name],
      unit: "of 100",
      bar: { min: bar },
      ...noise,
    });
  }
  note({
    what: `Lighthouse ${path}: layout shift`,
    ours: grades.layoutShift,
    unit: "",
    bar: { max: SHIFT_BAR },
  });
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
