/**
 * What other people notice during an attack: whether the server lives on in the memory of a small machine, what it holds at most, and how
 * long /health, a page, a sign-in and a preview of another client take, before and during. Then two things that need no load: templates
 * that try to put a script or a program into a PDF, and searches right after a restart. Ends with 1 when a bar is missed.
 *
 *   npm run bench -- attack [--seconds 8] [--templates 20000] [--memory 2048] [--only "AVIF"] [--restart-templates 100000]
 */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { longestData } from "../server/checks/data/long-data.ts";
import { ATTACKS, type AttackData, type AttackName, type AttackReport, ENDLESS } from "./support/attacks.ts";
import { fillCatalogue } from "./support/catalogue.ts";
import { complain, finish, note } from "./support/figures.ts";
import { HOSTILE_TEMPLATES } from "./support/hostile-templates.ts";
import { percentile } from "./support/load.ts";
import { heapOnMachineOf, limitMemory, type MemoryLimit } from "./support/memory-limit.ts";
import { aFolder, askLoop, type BenchServer, startProduct } from "./support/servers.ts";
import { aSmallLibrary } from "./support/small-library.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    templates: { type: "string", default: "20000" },
    memory: { type: "string", default: "2048" },
    only: { type: "string", default: "" },
    "restart-templates": { type: "string", default: "100000" },
  },
});
const seconds = Number(values.seconds);
const memoryMb = Number(values.memory);

const BAR_MS = 1_000;
const FIRST_SEARCH_BAR_MS = 300;
const PIPELINED_BAR_MB = 20;
const PIPELINED: AttackName = "300,000 pipelined requests, never read";
const SEARCHING_S = 10;
const PREVIEWED = "invoices/studio/quarto";
/** Their longest data takes longer to render than the deadline allows. */
const SLOWEST = ["reports/research/transect", "meeting-notes/minutes/quorum"];
const SUBMISSIONS = 8;
const PASSWORD = "correct horse battery";
const OPERATOR_TOKEN = "operator-token-of-the-attack-bench";
const json = { "content-type": "application/json" };

type Waits = Record<"health" | "page" | "sign-in" | "preview", number[]>;
type Given = Omit<AttackData, "name">;
type Account = { email: string; cookie: string };
type Limited = BenchServer & { memory: MemoryLimit };

/** Each request is for a new page: a cached page needs no process. */
let previews = 0;
const slowest = new Map<string, { ms: number; attack: string }>();
const folder = aFolder();
const isChosen = (name: string) => name.includes(values.only);
try {
  const data = join(folder.path, "data");
  await fillCatalogue(data, Number(values.templates));
  await measureAttacks(data);
  if (isChosen("searches after a restart")) await measureRestart();
} finally {
  folder.remove();
}
for (const [what, { ms, attack }] of slowest)
  note({
    what: `${what} beside the worst attack, p99 (${attack})`,
    ours: ms,
    unit: "ms",
    bar: { max: BAR_MS },
  });
finish();

async function startLimited(data: string, environment: Record<string, string>): Promise<Limited> {
  const server = await startProduct(data, environment, { heapMb: heapOnMachineOf(memoryMb) });
  const memory = limitMemory(server, memoryMb);
  return { ...server, memory, stop: () => server.stop().finally(() => memory.stop()) };
}

async function measureAttacks(data: string): Promise<void> {
  const environment = {
    LIBRARY_DIR: aSmallLibrary(folder.path, [PREVIEWED, ...SLOWEST]),
    TRUSTED_PROXIES: "127.0.0.1",
    OPERATOR_TOKEN,
  };
  let server = await startLimited(data, environment);
  const { given, owner, operator } = await setUp(server.url, data);
  console.log(
    `${values.templates} templates, ${seconds} s each, ${memoryMb} MB of memory; p99 in ms of what others ask for; memory in MB of all processes`,
  );
  console.log(
    "attack                                  alive  health  page  sign-in  preview  memory before, highest  answers",
  );
  await watch(server, undefined, given, owner);
  for (const name of Object.keys(ATTACKS).filter(isChosen) as AttackName[]) {
    await watch(server, name, { ...given, url: server.url }, owner); // the server may have been restarted
    if (server.memory.isAlive()) continue;
    server.memory.stop();
    server = await startLimited(data, environment);
  }
  if (isChosen("hostile templates")) await tryHostileTemplates(server.url, operator, given.draft);
  await server.stop();
}

async function setUp(url: string, data: string) {
  const [attacker, owner, operator] = [
    await signUp(url, "attacker"),
    await signUp(url, "owner"),
    await signUp(url, "operator"),
  ];
  execFileSync(process.execPath, ["cli/main.ts", "user", "promote", operator.email, "--yes"], {
    env: { ...process.env, DATA_DIR: data },
  });
  const asOperator = { ...json, cookie: operator.cookie };
  await expectOk(
    fetch(`${url}/drafts/handing-in`, {
      method: "PUT",
      headers: asOperator,
      body: JSON.stringify({ isOn: true, licence: "Free to use." }),
    }),
  );
  const [template, ...slow] = await Promise.all(
    [PREVIEWED, ...SLOWEST].map(async (path) => {
      const [type, , name] = path.split("/");
      const found = await expectOk(
        fetch(`${url}/items/templates?filter[url][_eq]=/${type}/${name}&fields=id,sample,fields`),
      );
      return found.data[0];
    }),
  );
  const started = await expectOk(
    fetch(`${url}/drafts`, {
      method: "POST",
      headers: { ...json, cookie: attacker.cookie },
      body: JSON.stringify({ from: "scaffold" }),
    }),
  );
  const { content, fields, sample, page, theme, title, template_name } = started.data;
  const given: Given = {
    url,
    seconds,
    template: template.id,
    sample: template.sample,
    longest: slow.map(({ id, fields, sample }) => ({
      template: id,
      data: longestData(fields, sample) as Record<string, unknown>, // a template's fields are an object
    })),
    draft: { content, fields, sample, page, theme, title, template_name },
    victim: owner.email,
    cookie: attacker.cookie,
    operatorCookie: operator.cookie,
    submissions: await submitEndless(url),
    picture: await upload(url, attacker.cookie),
  };
  // The first page waits for a render process to start, with or without an attack.
  await askAs("preview", given, owner, "203.0.113.1", 0);
  return { given, owner, operator };
}

/** Two people, each with templates that render forever. */
async function submitEndless(url: string): Promise<string[]> {
  const ids: string[] = [];
  for (const name of ["author", "another-author"]) {
    const headers = { ...json, cookie: (await signUp(url, name)).cookie };
    const send = (path: string, method: string, body: unknown) =>
      expectOk(fetch(url + path, { method, headers, body: JSON.stringify(body) }));
    for (let made = 0; made < SUBMISSIONS / 2; made++) {
      const { id, rev } = (await send("/drafts", "POST", { from: "scaffold" })).data;
      await send(`/items/template_drafts/${id}?fields=id`, "PATCH", {
        rev,
        content: ENDLESS,
        type: "invoices",
      });
      await send(`/drafts/${id}/hand-in`, "POST", { consent: true });
      ids.push(id);
    }
  }
  return ids;
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of several routes, read once each
async function expectOk(request: Promise<Response>): Promise<any> {
  const answer = await request;
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? undefined : answer.json();
}

async function watch(
  server: Limited,
  name: AttackName | undefined,
  given: Given,
  owner: Account,
): Promise<void> {
  if (name === PIPELINED) await pipelineAndRead(server.url); // the cost of one burst
  await new Promise((resolve) => setTimeout(resolve, 500)); // memory without an attack
  const before = server.memory.takeHighest();
  const held = (await askLoop(server)).memory.rss;
  const attack = name
    ? run({ ...given, name })
    : new Promise<AttackReport>((resolve) => setTimeout(() => resolve({}), seconds * 1_000));
  const waits: Waits = { health: [], page: [], "sign-in": [], preview: [] };
  let isOver = false;
  const people = Object.keys(waits).map(async (what, index) => {
    for (let round = 0; !isOver && server.memory.isAlive(); round++) {
      const from = performance.now();
      const wait = what as keyof Waits; // the keys of the object
      const status = await askAs(wait, given, owner, `203.0.113.${10 + index}`, round).catch(() => 0);
      const took = performance.now() - from;
      if (status === 200) waits[wait].push(took);
      else complain(`${name ?? "quiet"}: ${what} answered ${status} after ${took.toFixed(0)} ms`);
      await new Promise((resolve) => setTimeout(resolve, what === "sign-in" ? 400 : 50));
    }
  });
  const report = await attack;
  isOver = true;
  await Promise.all(people);
  const isAlive = server.memory.isAlive();
  if (!isAlive) complain(`${name}: the server ended`);
  const p99 = Object.entries(waits).map(([what, took]) => [what, percentile(took, 99)] as const);
  for (const [what, wait] of p99) {
    const ms = Number.isNaN(wait) ? Number.POSITIVE_INFINITY : wait; // nobody got a response
    if (ms >= (slowest.get(what)?.ms ?? 0)) slowest.set(what, { ms, attack: name ?? "quiet" });
  }
  const cells = p99.map(([what, wait]) => wait.toFixed(0).padStart(what.length < 5 ? 5 : 7));
  const answers = Object.entries(report).map(([status, count]) => `${count} x ${status}`);
  console.log(
    `${(name ?? "(nothing)").padEnd(39)} ${(isAlive ? "yes" : "NO").padStart(5)} ${cells.join("  ")}  ${String(before).padStart(13)}, ${String(server.memory.takeHighest()).padStart(7)}  ${answers.join(", ")}`,
  );
  if (name === PIPELINED && isAlive)
    note({
      what: "memory that 300,000 pipelined requests take",
      ours: ((await askLoop(server)).memory.rss - held) / 1e6,
      unit: "MB",
      bar: { max: PIPELINED_BAR_MB },
    });
}

/** As many pipelined requests as are parsed at once, from a client that reads its responses. */
async function pipelineAndRead(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const last = "GET /health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";
  const socket = connect(Number(port), hostname);
  socket.resume().write("GET /health HTTP/1.1\r\nhost: a\r\n\r\n".repeat(10_000) + last);
  await once(socket, "close");
}

/** Each tries to put a script link or an attached program into every PDF made with it. */
async function tryHostileTemplates(url: string, { cookie }: Account, draft: object): Promise<void> {
  for (const [name, content] of Object.entries(HOSTILE_TEMPLATES)) {
    const answer = await fetch(`${url}/drafts/render`, {
      method: "POST",
      headers: { ...json, cookie },
      body: JSON.stringify({ ...draft, content, format: "pdf" }),
    });
    const body = await answer.text();
    if (answer.ok) complain(`hostile template "${name}" was exported`);
    console.log(`hostile template, ${name}: ${answer.status}${answer.ok ? "" : ` ${body.slice(0, 160)}`}`);
  }
}

/** Searches from the moment a server with a large catalogue listens again. */
async function measureRestart(): Promise<void> {
  const count = Number(values["restart-templates"]);
  const data = join(folder.path, "large");
  const environment = { LIBRARY_DIR: aSmallLibrary(folder.path, []), RENDER_PROCESSES: "0" };
  await fillCatalogue(data, count);
  await (await startLimited(data, environment)).stop();
  const server = await startLimited(data, environment);
  const took: number[] = [];
  const health: number[] = [];
  const time = async (path: string, into: number[]) => {
    const from = performance.now();
    const answer = await fetch(server.url + path);
    await answer.arrayBuffer();
    if (!answer.ok) complain(`${path} after a restart: ${answer.status}`);
    into.push(performance.now() - from);
  };
  const end = performance.now() + SEARCHING_S * 1_000;
  for (let round = 0; performance.now() < end; round++) {
    await time(
      `/items/templates?search=${["resumes", "studio letters", "kalu"][round % 3]}&limit=20&fields=id&offset=${round}`,
      took,
    );
    await time("/health", health);
  }
  const amount = count.toLocaleString("en");
  note({
    what: `${amount} templates: the first search after listening`,
    ours: took[0] ?? Number.NaN,
    unit: "ms",
    bar: { max: FIRST_SEARCH_BAR_MS },
  });
  note({
    what: `${amount} templates: searches in the ${SEARCHING_S} s after listening, p99`,
    ours: percentile(took, 99),
    unit: "ms",
    bar: { max: FIRST_SEARCH_BAR_MS },
  });
  note({
    what: `${amount} templates: /health in the ${SEARCHING_S} s after listening, p99`,
    ours: percentile(health, 99),
    unit: "ms",
    bar: { max: BAR_MS },
  });
  console.log(`memory ${server.memory.takeHighest()} MB, alive: ${server.memory.isAlive() ? "yes" : "NO"}`);
  await server.stop();
}

async function askAs(
  what: keyof Waits,
  { url, template }: Given,
  owner: Account,
  address: string,
  round: number,
): Promise<number> {
  const headers = { "x-forwarded-for": address, ...json };
  const post = (path: string, body: unknown, more = {}) =>
    fetch(url + path, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) });
  const answer = await {
    health: () => fetch(`${url}/health`, { headers }),
    page: () => fetch(`${url}/invoices?page=${1 + (round % 5)}`, { headers }),
    // From a device that has signed in before: the owner can sign in while others guess.
    "sign-in": () =>
      post("/auth/sign-in/email", { email: owner.email, password: PASSWORD }, { cookie: owner.cookie }),
    preview: () => post(`/render/${template}.svg`, { data: { number: `P${previews++}` } }),
  }[what]();
  await answer.arrayBuffer();
  return answer.status;
}

function run(data: AttackData): Promise<AttackReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./support/attacks.ts", import.meta.url), { workerData: data });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

async function signUp(url: string, name: string): Promise<Account> {
  const email = `${name}@example.org`;
  const answer = await fetch(`${url}/auth/sign-up/email`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ name, email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  return { email, cookie };
}

async function upload(url: string, cookie: string): Promise<string> {
  const picture = await sharp({
    create: {
      width: 2_000,
      height: 1_500,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(picture)], { type: "image/png" }), "noise.png");
  const answer = await fetch(`${url}/files`, { method: "POST", headers: { cookie }, body: form });
  if (!answer.ok) throw new Error(`the upload answered ${answer.status}: ${await answer.text()}`);
  const { data }: { data: { id: string } } = await answer.json();
  return data.id;
}
