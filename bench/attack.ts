/**
 * What other people notice while somebody attacks: how long /health, a page, a sign-in and a preview take meanwhile, and what memory the
 * server holds afterwards. Ends with 1 when somebody waits longer than the bar, or the server is gone.
 *
 *   npm run bench -- attack [--seconds 8] [--templates 20000] [--only "AVIF"]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { ATTACKS, type AttackData, type AttackName, type AttackReport } from "./support/attacks.ts";
import { fillCatalogue } from "./support/catalogue.ts";
import { complain, finish, note } from "./support/figures.ts";
import { percentile } from "./support/load.ts";
import { usageOf } from "./support/process-usage.ts";
import { aFolder, type BenchServer, startProduct } from "./support/servers.ts";
import { aSmallLibrary } from "./support/small-library.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    templates: { type: "string", default: "20000" },
    only: { type: "string", default: "" },
  },
});
const seconds = Number(values.seconds);

const BAR_MS = 1_000;
const PASSWORD = "correct horse battery";
const OPERATOR_TOKEN = "operator-token-of-the-attack-bench";
const json = { "content-type": "application/json" };

type Waits = Record<"health" | "page" | "sign-in" | "preview", number[]>;

const slowest = new Map<string, { ms: number; attack: string }>();
const folder = aFolder();
try {
  const data = join(folder.path, "data");
  await fillCatalogue(data, Number(values.templates));
  const server = await startProduct(data, {
    LIBRARY_DIR: aSmallLibrary(folder.path, ["invoices/studio/quarto"]),
    TRUSTED_PROXIES: "127.0.0.1",
    OPERATOR_TOKEN,
  });
  await measure(server);
  await server.stop();
} finally {
  folder.remove();
}
for (const [what, { ms, attack }] of slowest)
  note({
    what: `${what} beside the worst attack, p99 (${attack})`,
    ours: ms,
    unit: "ms",
    bar: { most: BAR_MS },
  });
finish();

async function measure(server: BenchServer): Promise<void> {
  const url = server.url;
  const [attacker, owner] = [await signUp(url, "attacker"), await signUp(url, "owner")];
  const found = await fetch(`${url}/items/templates?filter[url][_eq]=/invoices/quarto&fields=id,sample`);
  const { data }: { data: { id: string; sample: Record<string, unknown> }[] } = await found.json();
  const [{ id: template, sample } = { id: "", sample: {} }] = data;
  const given = {
    url,
    seconds,
    template,
    sample,
    victim: owner.email,
    cookie: attacker.cookie,
    picture: await upload(url, attacker.cookie),
  };
  // The first page waits for a render process to start, whoever attacks.
  await askAs("preview", given, owner, "203.0.113.1", 0);
  console.log(
    `${values.templates} templates, ${seconds} s each; p99 in ms of what others ask for; memory of the server process in MB`,
  );
  console.log("attack                               health  page  sign-in  preview  before  after  answers");
  await watch(server, undefined, given, owner);
  const asked = Object.keys(ATTACKS).filter((name) => name.includes(values.only));
  for (const name of asked) await watch(server, name as AttackName, given, owner); // they are its keys
}

type Given = Omit<AttackData, "name">;
type Account = { email: string; cookie: string };

async function watch(
  server: BenchServer,
  name: AttackName | undefined,
  given: Given,
  owner: Account,
): Promise<void> {
  const before = memoryOf(server);
  const attack = name
    ? run({ ...given, name })
    : new Promise<AttackReport>((resolve) => setTimeout(() => resolve({}), seconds * 1_000));
  const waits: Waits = { health: [], page: [], "sign-in": [], preview: [] };
  let over = false;
  const people = Object.keys(waits).map(async (what, index) => {
    for (let round = 0; !over; round++) {
      const from = performance.now();
      const status = await askAs(what as keyof Waits, given, owner, `203.0.113.${10 + index}`, round).catch(
        () => 0,
      ); // they are its keys
      const took = performance.now() - from;
      if (status === 200) waits[what as keyof Waits].push(took);
      else complain(`${name ?? "quiet"}: ${what} answered ${status} after ${took.toFixed(0)} ms`);
      await new Promise((resolve) => setTimeout(resolve, what === "sign-in" ? 400 : 50));
    }
  });
  const report = await attack;
  over = true;
  await Promise.all(people);
  const p99 = Object.entries(waits).map(([what, took]) => [what, percentile(took, 99)] as const);
  for (const [what, wait] of p99) {
    const ms = Number.isNaN(wait) ? Number.POSITIVE_INFINITY : wait; // nobody was answered
    if (ms >= (slowest.get(what)?.ms ?? 0)) slowest.set(what, { ms, attack: name ?? "quiet" });
  }
  const [health, page, signIn, preview] = p99.map(([, wait]) => wait.toFixed(0));
  console.log(
    `${(name ?? "(nothing)").padEnd(36)} ${health?.padStart(6)} ${page?.padStart(5)} ${signIn?.padStart(8)} ${preview?.padStart(8)} ${String(before).padStart(7)} ${String(memoryOf(server)).padStart(6)}  ${Object.entries(
      report,
    )
      .map(([status, count]) => `${count} x ${status}`)
      .join(", ")}`,
  );
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
    // Of a device that has signed in before: the owner gets in, whoever guesses meanwhile.
    "sign-in": () =>
      post("/auth/sign-in/email", { email: owner.email, password: PASSWORD }, { cookie: owner.cookie }),
    preview: () => post(`/render/${template}.svg`, { data: { number: `P${round}` } }),
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

function memoryOf({ process: { pid } }: BenchServer): number {
  return pid === undefined ? Number.NaN : usageOf(pid).megabytes;
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
