/**
 * How things grow: with templates from 100 to 100,000 and with people from 10 to 1,000,000, on SQLite and on PostgreSQL. Prints the tables
 * of docs/scale.md; nothing is judged. Of each request the median in milliseconds and, after the stroke, the processor time that server and
 * database spent on it, which a busy machine changes less. PostgreSQL runs on the same machine as the tests start it, which does not wait for the disk.
 *
 *   npm run bench -- scale [--of templates,people] [--on SQLite,PostgreSQL] [--sizes 100,1000]
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { startPostgres } from "../tests/support/postgres.ts";
import { fillCatalogue, nameOf, wordFor } from "./support/catalogue.ts";
import { round } from "./support/figures.ts";
import { median } from "./support/load.ts";
import { emailOf, fillPeople, type Place, sizeOf } from "./support/people-rows.ts";
import { usageBelow, usageOf } from "./support/process-usage.ts";
import { aFolder, type BenchServer, startProduct } from "./support/servers.ts";
import { aSmallLibrary } from "./support/small-library.ts";

const { values } = parseArgs({
  options: {
    of: { type: "string", default: "templates,people" },
    on: { type: "string", default: "SQLite,PostgreSQL" },
    sizes: { type: "string" },
  },
});
const SIZES = { templates: [100, 1_000, 10_000, 100_000], people: [10, 1_000, 100_000, 1_000_000] };
const TIMES = 100;
const WARM_UP = 20;
const PEOPLE = 10; // active people; the others only exist
const PASSWORD = "correct horse battery";
const json = { "content-type": "application/json" };

type Row = Record<string, string>;
/** Milliseconds: wall-clock median, and processor time of server and database per request. */
type Spent = { p50: number; processor: number };

for (const on of values.on.split(","))
  for (const of of values.of.split(",") as (keyof typeof SIZES)[]) {
    const sizes = values.sizes?.split(",").map(Number) ?? SIZES[of];
    console.log(`\n${on}, rows of ${of}\n`);
    let isFirst = true;
    for (const size of sizes) {
      const row = await withPlace(on, (place, folder) =>
        of === "templates" ? measureTemplates(place, folder, size) : measurePeople(place, folder, size),
      );
      if (isFirst) {
        console.log(`| ${of} | ${Object.keys(row).join(" | ")} |`);
        console.log(`|---|${Object.keys(row).fill("---").join("|")}|`);
      }
      isFirst = false;
      console.log(`| ${size.toLocaleString("en")} | ${Object.values(row).join(" | ")} |`);
    }
  }
process.exit(0);

async function withPlace(on: string, work: (place: Place, folder: string) => Promise<Row>): Promise<Row> {
  const folder = aFolder();
  const postgres = on === "PostgreSQL" ? await startPostgres() : undefined;
  try {
    return await work({ dataDir: `${folder.path}/data`, databaseUrl: await postgres?.url() }, folder.path);
  } finally {
    await postgres?.stop();
    folder.remove();
  }
}

async function start(place: Place, folder: string): Promise<{ server: BenchServer; listening: Spent }> {
  const [startedAt, before] = [performance.now(), processorMs()];
  const server = await startProduct(place.dataDir, {
    LIBRARY_DIR: aSmallLibrary(folder, []),
    RENDER_PROCESSES: "0",
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
  });
  return {
    server,
    listening: { p50: performance.now() - startedAt, processor: processorMs() - before },
  };
}

async function measureTemplates(place: Place, folder: string, count: number): Promise<Row> {
  await fillCatalogue(place.dataDir, count, place.databaseUrl);
  await (await start(place, folder)).server.stop(); // the first start imports the library
  const { server, listening } = await start(place, folder);
  try {
    const home = await time(server, () => "/?page=2", 1);
    await fetch(`${server.url}/items/templates?search=${nameOf(1)}&limit=1`); // waits for the index
    const searches = await time(
      server,
      (n) => `/items/templates?search=${encodeURIComponent(nameOf((n * 37) % count))}&limit=20&fields=id,url`,
    );
    const prefixes = await time(
      server,
      (n) => `/items/templates?search=${wordFor(n * 31).slice(0, 3)}&limit=20&fields=id,url&offset=${n}`,
    );
    const lists = await time(
      server,
      (n) =>
        `/items/templates?filter[type][_eq]=invoices&filter[rating][_gte]=${(n / 100).toFixed(2)}&sort=-rating&limit=20&fields=id,url`,
    );
    const pages = await time(server, (n) => `/invoices?category=bold&sort=name&page=${1 + (n % 30)}&n=${n}`);
    const memory = usageOf(server.process.pid ?? 0).megabytes;
    return {
      listening: show(listening),
      "home, first": show(home),
      "search by name": show(searches),
      "by three letters": show(prefixes),
      "filtered list": show(lists),
      "type page": show(pages),
      "server, MB": round(memory),
      "database, MB": round(await sizeOf(place)),
    };
  } finally {
    await server.stop();
  }
}

async function measurePeople(place: Place, folder: string, count: number): Promise<Row> {
  await fillCatalogue(place.dataDir, 100, place.databaseUrl);
  const before = await start(place, folder);
  const known = "known@example.org";
  await post(before.server, "/auth/sign-up/email", { name: "Known", email: known, password: PASSWORD });
  await before.server.stop();
  await fillPeople(place, count, known);
  const acting = Array.from({ length: Math.min(PEOPLE, count) }, (_, at) =>
    emailOf(1 + Math.floor((at * count) / PEOPLE)),
  );
  execFileSync(process.execPath, ["build/program/cli/main.js", "user", "promote", known, "--yes"], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    },
  });
  const { server, listening } = await start(place, folder);
  try {
    const operator = await signIn(server, known);
    const cookies: string[] = [];
    for (const email of acting) cookies.push(await signIn(server, email));
    const cookieOf = (n: number) => cookies[n % cookies.length] ?? "";
    const own = await time(server, () => "/items/documents?fields=id,title&limit=20", TIMES, cookieOf);
    const { data: templates } = await read(server, "/items/templates?fields=id&limit=1", operator);
    const writes = await timeEach(TIMES, (n) =>
      post(
        server,
        "/items/history?fields=id",
        { title: `Made ${n}`, template_id: [{ templates_id: templates[0].id }] },
        cookieOf(n),
      ),
    );
    const people = await time(
      server,
      () => "/auth/people?limit=50",
      10,
      () => operator,
    );
    const found = await time(
      server,
      (n) => `/auth/people?search=${emailOf(1 + ((n * 7919) % count))}`,
      10,
      () => operator,
    );
    return {
      listening: show(listening),
      "own documents": show(own),
      "a write": show(writes),
      "operator: list of people": show(people),
      "operator: one found": show(found),
      "server, MB": round(usageOf(server.process.pid ?? 0).megabytes),
      "database, MB": round(await sizeOf(place)),
    };
  } finally {
    await server.stop();
  }
}

function time(
  server: BenchServer,
  path: (number: number) => string,
  times = TIMES,
  cookieOf: (number: number) => string = () => "",
): Promise<Spent> {
  return timeEach(times, async (number) => {
    const answer = await fetch(server.url + path(number), { headers: { cookie: cookieOf(number) } });
    await answer.arrayBuffer();
    return answer;
  });
}

async function timeEach(times: number, act: (number: number) => Promise<Response>): Promise<Spent> {
  const spent: number[] = [];
  const warmUp = times > WARM_UP ? WARM_UP : 0;
  let before = processorMs();
  for (let number = 0; number < times + warmUp; number++) {
    if (number === warmUp) before = processorMs();
    const startedAt = performance.now();
    const answer = await act(number);
    if (!answer.ok) throw new Error(`${answer.url} was answered with ${answer.status}`);
    if (number >= warmUp) spent.push(performance.now() - startedAt);
  }
  return { p50: median(spent), processor: (processorMs() - before) / times };
}

/** Of the server and the database, which this process started. */
function processorMs(): number {
  return usageBelow(process.pid).cpuMs - usageOf(process.pid).cpuMs;
}

function show({ p50, processor }: Spent): string {
  return `${round(p50)} / ${round(processor)}`;
}

async function post(server: BenchServer, path: string, body: unknown, cookie = ""): Promise<Response> {
  const headers = { ...json, cookie };
  const answer = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function signIn(server: BenchServer, email: string): Promise<string> {
  const answer = await post(server, "/auth/sign-in/email", { email, password: PASSWORD });
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}

async function read(server: BenchServer, path: string, cookie: string) {
  return (await fetch(server.url + path, { headers: { cookie } })).json();
}
