/**
 * Measures the content API next to a bare `node:http` server that sends the same bytes, in interleaved
 * rounds, and with 500 templates next to 10,000. Exits with 1 when a ratio misses its bar.
 *
 * npm run bench -- api [--seconds 3] [--rounds 5]
 */
import { parseArgs } from "node:util";
import { fillCatalogue, nameOf, wordFor } from "./support/catalogue.ts";
import { compareRates } from "./support/compared-rates.ts";
import { finish } from "./support/figures.ts";
import { readWire } from "./support/load.ts";
import { aFolder, type BenchServer, startBare, startProduct } from "./support/servers.ts";
import { askSteadily } from "./support/steady-load.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "3" }, rounds: { type: "string", default: "5" } },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

const CACHED_BAR = 0.5;
/** Relative to 500 templates. */
const GROWN_BAR = 0.5;

const CACHED = {
  "all templates":
    "/items/templates?fields=type,category,url,content,template_name,rating,id,image&limit=500",
  "one type":
    "/items/templates?filter[type][_eq]=invoices&fields=category,url,template_name,id,image&limit=1000",
  "one template": "/items/templates?filter[url][_eq]=/invoices/t-2&fields=id,template_name,rating",
};

let requests = 0;
const UNCACHED = {
  "a new filter": () =>
    `/items/templates?filter[template_name][_eq]=${wordFor(requests++)}&fields=id,url,template_name&limit=20`,
  "a new range": () =>
    `/items/templates?filter[rating][_gte]=${((requests++ % 49_000) / 10_000).toFixed(4)}&fields=id,url,rating&sort=-rating&limit=20`,
  "a new search": () =>
    `/items/templates?search=${encodeURIComponent(nameOf(requests++ % 500))}&fields=id,url,template_name&limit=20`,
  "a new search with a slip": () =>
    `/items/templates?search=${encodeURIComponent(nameOf(requests++ % 500).replace(/(...)(.)(.)/, "$1$3$2"))}&fields=id,url,template_name&limit=20`,
};

const small = aFolder();
const large = aFolder();
try {
  await fillCatalogue(small.path, 500);
  await fillCatalogue(large.path, 10_000);
  await measureCached();
  await measureUncached();
} finally {
  small.remove();
  large.remove();
}
finish();

async function measureCached(): Promise<void> {
  const product = await startProduct(large.path, { LIBRARY_DIR: small.path });
  for (const [name, path] of Object.entries(CACHED)) {
    const headers = { "accept-encoding": "br" };
    await warm(product, path, headers);
    const { body, sent } = await readWire(product.url + path);
    const bare = await startBare(body, sent);
    await compareRates(`API, cached: ${name}`, {
      ours: product,
      peer: { name: "bare node:http", server: bare },
      rounds,
      bar: CACHED_BAR,
      measure: (server) => askSteadily(server, path, { seconds, headers }),
    });
    await bare.stop();
  }
  await product.stop();
}

async function measureUncached(): Promise<void> {
  const few = await startProduct(small.path, { LIBRARY_DIR: small.path });
  const many = await startProduct(large.path, { LIBRARY_DIR: small.path });
  for (const [name, path] of Object.entries(UNCACHED)) {
    await compareRates(`API, 10,000 templates: ${name}`, {
      ours: many,
      peer: { name: "500 templates", server: few },
      rounds,
      bar: GROWN_BAR,
      measure: (server) => askSteadily(server, path, { seconds, connections: 8 }),
    });
  }
  await few.stop();
  await many.stop();
}

/** The first request makes the response, the second its compressed form. */
async function warm(server: BenchServer, path: string, headers: Record<string, string>): Promise<void> {
  for (let time = 0; time < 3; time++) await (await fetch(server.url + path, { headers })).arrayBuffer();
}
