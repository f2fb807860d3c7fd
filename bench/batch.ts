/**
 * Many at once: a table of invoices made into a ZIP by a real browser, beside the engine alone making the same documents with
 * as many processes and nothing in between; interleaved rounds. While the table is being made somebody else asks for previews.
 * Then the memory of browser and server early and late in a long table. Ends with 1 when a bar is missed.
 *
 *   npm run bench -- batch [--rows 300] [--rounds 3] [--long 1000]
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { unzipSync } from "fflate";
import pino from "pino";
import { type Browser, chromium, type Page } from "playwright-core";
import { withDefaults } from "../contract/missing-values.ts";
import { templateFile } from "../contract/template-file.ts";
import { createRendering } from "../server/rendering/rendering.ts";
import { complain, finish, noiseOfRatio, note } from "./support/figures.ts";
import { median } from "./support/load.ts";
import { openMemory } from "./support/memory.ts";
import { aFolder, type BenchServer, startProduct } from "./support/servers.ts";
import { aSmallLibrary, untilDrawn } from "./support/small-library.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "300" },
    rounds: { type: "string", default: "3" },
    long: { type: "string", default: "1000" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const rows = Number(values.rows);
const BAR = 0.7;
const EARLY = 200; // rows after which a long table's memory is read first
const GROWTH_BAR_MB = 8; // of what the page's scripts hold
const TABLE_MS = 600_000;
const LANES = 4;
const TEMPLATE = "invoices/studio/quarto";
const FOLDER = new URL(`../library/${TEMPLATE}/`, import.meta.url);
const file = templateFile.parse(JSON.parse(readFileSync(new URL("template.json", FOLDER), "utf8")));
const source = readFileSync(new URL("template.typ", FOLDER), "utf8");

const engine = createRendering({
  settings: {
    processes: availableParallelism(),
    queue: 100,
    deadlineMs: 30_000,
    kitDir: fileURLToPath(new URL("../library/kit", import.meta.url)),
  },
  log: pino({ level: "silent" }),
});
await engine.ready();

let serial = 0;
const folder = aFolder();
const library = aSmallLibrary(folder.path, [TEMPLATE]);
const product = await startProduct(`${folder.path}/data`, { LIBRARY_DIR: library });
const browser = await chromium.launch({ executablePath: values.chromium, args: ["--no-sandbox"] });
try {
  await untilDrawn(product);
  const page = await openEditor(browser, product);
  const through: number[] = [];
  const alone: number[] = [];
  await makeAlone(rows);
  await makeTable(page);
  for (let round = 0; round < Number(values.rounds); round++) {
    alone.push(await makeAlone(rows));
    through.push(await makeTable(page));
  }
  note({
    what: `a table of ${rows} invoices as a ZIP in the browser`,
    ours: median(through),
    unit: "a second",
    peer: { name: "engine alone", value: median(alone) },
    bar: { least: BAR },
    noise: noiseOfRatio(through, alone),
  });
  await watchTyping(page, product);
  await watchMemory(page, product);
} finally {
  await engine.close();
  await browser.close();
  await product.stop();
  folder.remove();
}
finish();

async function openEditor(browser: Browser, { url }: BenchServer): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}/invoices/quarto/use`);
  await page.waitForFunction(() => "alive" in document.documentElement.dataset);
  return page;
}

/** From the press on the button until the ZIP is there. */
async function makeTable(page: Page, count = rows, onEnd = async () => {}): Promise<number> {
  await openBatch(page);
  const lines = Array.from({ length: count }, () => {
    const number = ++serial;
    return `2026-${number},Solberg Kunsthall ${number},Wayfinding ${number},3,${number % 900}.50`;
  });
  await page
    .getByLabel("Or paste a table from a spreadsheet")
    .fill(["number,to.name,items.0.description,items.0.quantity,items.0.price", ...lines].join("\n"));
  await page.getByRole("button", { name: "Use this table" }).click();
  const make = page.getByRole("button", { name: /^Make/ });
  await make.waitFor();
  const download = page.waitForEvent("download", { timeout: TABLE_MS });
  const begun = performance.now();
  await make.click();
  const made = await download;
  const seconds = (performance.now() - begun) / 1_000;
  const files = Object.keys(unzipSync(readFileSync(await made.path())));
  if (files.length !== count + 1) complain(`the ZIP holds ${files.length} files, not ${count + 1}`);
  await onEnd();
  await page.getByRole("button", { name: "Another table" }).click();
  return count / seconds;
}

async function openBatch(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Many at once" }).click();
  await page.getByRole("tabpanel", { name: "Many at once" }).waitFor();
}

/** As warm as the product's own: the same pool for all rounds. */
async function makeAlone(count: number): Promise<number> {
  let left = count;
  const begun = performance.now();
  const lane = async () => {
    while (left-- > 0) {
      const number = ++serial;
      await engine.renderPdf({
        source,
        fields: file.fields,
        sample: file.sample,
        theme: { ...file.theme, paper: "a4", language: "en" },
        data: withDefaults(file.fields, {
          number: `2026-${number}`,
          to: { name: `Solberg Kunsthall ${number}` },
          items: [{ description: `Wayfinding ${number}`, quantity: "3", price: `${number % 900}.50` }],
        }),
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return count / ((performance.now() - begun) / 1_000);
}

/** What somebody who is typing waits for a page, with and without a table being made. */
async function watchTyping(page: Page, { url }: BenchServer): Promise<void> {
  const found = await fetch(`${url}/items/templates?filter[url][_eq]=/invoices/quarto&fields=id`);
  const { data }: { data: { id: string }[] } = await found.json();
  const type = async () => {
    const begun = performance.now();
    const answer = await fetch(`${url}/render/${data[0]?.id}.svg`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ data: { number: `${++serial}` }, mode: "preview" }),
    });
    await answer.arrayBuffer();
    return performance.now() - begun;
  };
  const quiet: number[] = [];
  for (let times = 0; times < 40; times++) quiet.push(await type());
  const busy: number[] = [];
  let isMaking = true;
  const making = makeTable(page).finally(() => {
    isMaking = false;
  });
  while (isMaking) busy.push(await type());
  await making;
  note({
    what: "a preview while a table is being made, p50",
    ours: median(busy),
    unit: "ms",
    peer: { name: "while none is", value: median(quiet) },
  });
}

/** A table as long as any: what is held must not grow with its rows, but for the ZIP itself. */
async function watchMemory(page: Page, { process: server }: BenchServer): Promise<void> {
  const long = Number(values.long);
  const memory = await openMemory(browser, page, server.pid ?? 0);
  const early = page
    .waitForFunction((rows) => (document.querySelector("progress")?.value ?? 0) >= rows, EARLY, {
      timeout: TABLE_MS,
    })
    .then(memory.read);
  let late = early;
  const zipped = makeTable(page, long, async () => {
    late = memory.read();
    await late;
  });
  const [before] = await Promise.all([early, zipped]);
  const after = await late;
  await memory.close();
  const show = (of: keyof typeof after) => `${of} ${before[of]} → ${after[of]} MB`;
  console.log(
    `memory after ${EARLY} rows and after ${long}: ${show("heap")}, ${show("page")}, ${show("browser")}, ${show("server")}`,
  );
  note({
    what: `the page's scripts after ${long} rows, more than after ${EARLY}`,
    ours: after.heap - before.heap,
    unit: "MB",
    bar: { most: GROWTH_BAR_MB },
  });
}
