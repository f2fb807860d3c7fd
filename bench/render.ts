/**
 * A one-page invoice as a PDF, with new words each time, for 20 clients: Typecase over HTTP, compared with Chromium printing the same
 * content, @react-pdf/renderer and pdfmake, in interleaved rounds; and the same invoice as an e-invoice. Then its memory after 500 and after 5,000 renders. Ends with 1
 * when a bar is missed.
 *
 * Chromium has one warm page a core. The bar is for giving it each document whole (setContent, wait for the fonts, print), as
 * programs do. "Chromium, words only" keeps the styles and fonts of the page and changes the body alone: faster, and only
 * possible where all documents share one design. "Typecase, pages" is the preview: the pages as SVG with the places of fields.
 *
 *   npm run bench -- render [--seconds 8] [--rounds 3] [--renders 5000]
 */
import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright-core";
import { finish, noiseOfRatio, note } from "./support/figures.ts";
import { anInvoice } from "./support/invoice.ts";
import { invoiceBody, invoiceDocument } from "./support/invoice-page.ts";
import { median, withSpread } from "./support/load.ts";
import { type Usage, usageBelow } from "./support/process-usage.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    rounds: { type: "string", default: "3" },
    renders: { type: "string", default: "5000" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const CLIENTS = 20;
/** Multiples of each peer's throughput: docs/decisions/32-tests-and-benches.md. */
const BARS = { Chromium: 7, "Chromium, words only": 2.8, "react-pdf": 1.3, pdfmake: 2 };
/** Processor time of an e-invoice, as a multiple of the same PDF without. */
const E_INVOICE_BAR = 1.3;
const MEMORY_BAR = 1.2;
const FEW = 500;

type Maker = {
  name: string;
  make(serial: number): Promise<Uint8Array>;
  usage(): Usage;
  close(): Promise<void>;
};
type Round = { perSecond: number; cpuMs: number; latencies: number[]; bytes: Uint8Array };

const E_INVOICE = {
  profile: "en16931",
  invoice: {
    issued: "2026-11-16",
    due: "2026-11-30",
    seller: { vatId: "DE123456789", address: { country: "DE" } },
    buyer: { address: { country: "DE" } },
    unit: "C62",
  },
};

let serial = 0;
const makers = [
  ...(await openTypecase()),
  ...(await openChromium()),
  await openForked("react-pdf"),
  await openForked("pdfmake"),
];
try {
  await compare();
  await watchMemory();
} finally {
  for (const maker of makers) await maker.close();
}
finish();

async function compare() {
  const rounds = new Map<Maker, Round[]>(makers.map((maker) => [maker, []]));
  for (const maker of makers) await run(maker, { until: Date.now() + 3_000 });
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const maker of makers)
      rounds.get(maker)?.push(await run(maker, { until: Date.now() + Number(values.seconds) * 1_000 }));
  }
  console.log(`${CLIENTS} clients, one-page invoice, new words each time, ${availableParallelism()} cores`);
  for (const [maker, made] of rounds) report(maker, made);
  const of = (name: string, what: "perSecond" | "cpuMs") =>
    [...rounds].find(([maker]) => maker.name === name)?.[1].map((round) => round[what]) ?? [];
  for (const [name, min] of Object.entries(BARS))
    note({
      what: `PDFs of a page for ${CLIENTS} clients`,
      ours: median(of("Typecase", "perSecond")),
      unit: "a second",
      peer: { name, value: median(of(name, "perSecond")) },
      bar: { min },
      noise: noiseOfRatio(of("Typecase", "perSecond"), of(name, "perSecond")),
      processorMs: { ours: median(of("Typecase", "cpuMs")), peer: median(of(name, "cpuMs")) },
    });
  note({
    what: "processor time of an e-invoice",
    ours: median(of("Typecase, e-invoice", "cpuMs")),
    unit: "ms",
    peer: { name: "a plain PDF", value: median(of("Typecase", "cpuMs")) },
    bar: { max: E_INVOICE_BAR },
    noise: noiseOfRatio(of("Typecase, e-invoice", "cpuMs"), of("Typecase", "cpuMs")),
  });
}

function report(maker: Maker, made: Round[]) {
  const latencies = made.flatMap((round) => round.latencies).sort((a, b) => a - b);
  const at = (share: number) => `${Math.round(latencies[Math.floor(latencies.length * share)] ?? 0)} ms`;
  const bytes = made.at(-1)?.bytes ?? new Uint8Array();
  const isPdf = Buffer.from(bytes).subarray(0, 4).toString() === "%PDF";
  const tagged = Buffer.from(bytes).includes("/StructTreeRoot") ? "tagged" : "not tagged";
  const speed = withSpread(made.map((round) => round.perSecond));
  console.log(
    `${maker.name.padEnd(20)} ${speed} a second, p50 ${at(0.5)}, p99 ${at(0.99)}, ${Math.round(median(made.map((round) => round.cpuMs)))} ms of processor, ${Math.round(bytes.length / 1024)} KB, ${isPdf ? tagged : "SVG"}, ${maker.usage().megabytes} MB`,
  );
}

async function watchMemory() {
  const [fresh] = await openTypecase();
  if (!fresh) return;
  await run(fresh, { times: FEW });
  const early = fresh.usage().megabytes;
  await run(fresh, { times: Number(values.renders) - FEW });
  const late = fresh.usage().megabytes;
  await fresh.close();
  note({
    what: `memory after ${values.renders} renders`,
    ours: late,
    unit: "MB",
    peer: { name: `after ${FEW}`, value: early },
    bar: { max: MEMORY_BAR },
  });
}

async function run(
  maker: Maker,
  { until = Number.POSITIVE_INFINITY, times = Number.POSITIVE_INFINITY }: { until?: number; times?: number },
): Promise<Round> {
  const latencies: number[] = [];
  let bytes: Uint8Array = new Uint8Array();
  let started = 0;
  const start = performance.now();
  const before = maker.usage().cpuMs;
  const client = async () => {
    while (Date.now() < until && started < times) {
      started += 1;
      const startedAt = performance.now();
      bytes = await maker.make(serial++);
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const perSecond = latencies.length / ((performance.now() - start) / 1_000);
  return { perSecond, cpuMs: (maker.usage().cpuMs - before) / latencies.length, latencies, bytes };
}

async function openTypecase(): Promise<Maker[]> {
  const child = fork(fileURLToPath(new URL("support/render-server.ts", import.meta.url)));
  const { port } = await nextMessage<{ port: number }>(child);
  const render = async (serial: number, format: "pdf" | "svg", more: object = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/render/quarto.${format}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ data: anInvoice(serial).data, ...more }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.bytes();
  };
  const usage = () => usageBelow(child.pid ?? 0);
  return [
    { name: "Typecase", make: (serial) => render(serial, "pdf"), usage, close: () => endChild(child) },
    {
      name: "Typecase, e-invoice",
      make: (serial) => render(serial, "pdf", E_INVOICE),
      usage,
      close: async () => {},
    },
    { name: "Typecase, pages", make: (serial) => render(serial, "svg"), usage, close: async () => {} },
  ];
}

/** One warm page per core: more would only wait for each other. */
async function openChromium(): Promise<Maker[]> {
  const browser = await chromium.launchServer({
    executablePath: values.chromium,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  const connected = await chromium.connect(browser.wsEndpoint());
  const idle: Page[] = [];
  const waiting: ((page: Page) => void)[] = [];
  for (let count = 0; count < availableParallelism(); count++) {
    const page = await connected.newPage();
    await page.setContent(invoiceDocument(anInvoice(0)));
    idle.push(page);
  }
  const print = async (fill: (page: Page) => Promise<unknown>) => {
    const page = idle.pop() ?? (await new Promise<Page>((resolve) => waiting.push(resolve)));
    await fill(page);
    const bytes = await page.pdf({ preferCSSPageSize: true, tagged: true });
    const next = waiting.shift();
    if (next) next(page);
    else idle.push(page);
    return bytes;
  };
  const fillWhole = (serial: number) => async (page: Page) => {
    await page.setContent(invoiceDocument(anInvoice(serial)));
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
  };
  const fillBody = (serial: number) => (page: Page) =>
    page.evaluate(
      (markup) => {
        document.body.innerHTML = markup;
      },
      invoiceBody(anInvoice(serial)),
    );
  const usage = () => usageBelow(browser.process().pid ?? 0);
  return [
    { name: "Chromium", make: (serial) => print(fillWhole(serial)), usage, close: () => browser.close() },
    { name: "Chromium, words only", make: (serial) => print(fillBody(serial)), usage, close: async () => {} },
  ];
}

/** Peers that block their thread get one process per core. */
async function openForked(name: "react-pdf" | "pdfmake"): Promise<Maker> {
  const entry = fileURLToPath(new URL("support/maker-process.ts", import.meta.url));
  const children: ChildProcess[] = [];
  const pending = new Map<number, (bytes: Uint8Array) => void>();
  for (let count = 0; count < availableParallelism(); count++) {
    const child = fork(entry, [name], { serialization: "advanced" });
    await nextMessage(child);
    child.on("message", ({ serial, bytes }: { serial: number; bytes: Uint8Array }) => {
      pending.get(serial)?.(bytes);
      pending.delete(serial);
    });
    children.push(child);
  }
  return {
    name,
    make: (serial) =>
      new Promise((resolve) => {
        pending.set(serial, resolve);
        children[serial % children.length]?.send(serial);
      }),
    usage: () =>
      children
        .map((child) => usageBelow(child.pid ?? 0))
        .reduce((sum, each) => ({
          megabytes: sum.megabytes + each.megabytes,
          cpuMs: sum.cpuMs + each.cpuMs,
        })),
    close: async () => void (await Promise.all(children.map(endChild))),
  };
}

function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as Message));
    child.once("exit", (code) => reject(new Error(`a maker ended with ${code}`)));
  });
}

function endChild(child: ChildProcess): Promise<void> {
  if (!child.connected) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.disconnect();
  });
}
