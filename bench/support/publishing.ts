import { startPostgres } from "../../tests/support/postgres.ts";
import { type BenchServer, startProduct } from "./servers.ts";

/** From the response to publishing until a visitor's type page shows it: on the same node and on another. */

const TOKEN = "operator-token-of-a-measurement-0123456789";
const OPERATOR = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
const SECRET = "one-signing-key-for-both-nodes-of-a-measurement";
const LOOK_EVERY_MS = 5;
const GIVE_UP_MS = 20_000;

type PublishTimes = { here: number[]; there: number[] };

export async function publishOnSqlite(folder: string, library: string, times: number): Promise<number[]> {
  const node = await startProduct(`${folder}/sqlite`, { LIBRARY_DIR: library, OPERATOR_TOKEN: TOKEN });
  try {
    return (await publishOften(node, node, times)).here;
  } finally {
    await node.stop();
  }
}

/** Two nodes with their own data folders on one database. */
export async function publishOnTwoNodes(
  folder: string,
  library: string,
  times: number,
): Promise<PublishTimes> {
  const postgres = await startPostgres();
  const nodes: BenchServer[] = [];
  try {
    const shared = {
      LIBRARY_DIR: library,
      OPERATOR_TOKEN: TOKEN,
      SECRET,
      DATABASE_URL: await postgres.url(),
    };
    for (const name of ["first", "second"])
      nodes.push(await startProduct(`${folder}/${name}`, { ...shared, RENDER_PROCESSES: "1" }));
    const [first, second] = nodes;
    if (!first || !second) throw new Error("two nodes are needed");
    return await publishOften(first, second, times);
  } finally {
    for (const node of nodes) await node.stop();
    await postgres.stop();
  }
}

async function publishOften(
  publisher: BenchServer,
  other: BenchServer,
  times: number,
): Promise<PublishTimes> {
  const spent: PublishTimes = { here: [], there: [] };
  for (let turn = 1; turn <= times; turn++) {
    const slug = `measured-${turn}`;
    const draft = await call(publisher, "POST", "/drafts", { from: "scaffold" });
    const place = { type: "planners", category: "week", slug, template_name: `Measured ${turn}` };
    const saved = await call(publisher, "PATCH", `/items/template_drafts/${draft.id}`, {
      rev: draft.rev,
      description: "A page that is measured.",
      ...place,
    });
    // The visitor has loaded the page before, so a stale cached page would be noticed.
    await Promise.all([typePage(publisher), typePage(other)]);
    await call(publisher, "POST", `/drafts/${saved.id}/publish`, { rev: saved.rev });
    const since = performance.now();
    const url = `/planners/${slug}`;
    const [here, there] = await Promise.all([untilShown(publisher, url), untilShown(other, url)]);
    spent.here.push(here - since);
    spent.there.push(there - since);
  }
  return spent;
}

async function untilShown(node: BenchServer, url: string): Promise<number> {
  const bound = performance.now() + GIVE_UP_MS;
  while (!(await typePage(node)).includes(`href="${url}"`)) {
    if (performance.now() > bound) throw new Error(`${url} was not shown in ${GIVE_UP_MS / 1_000} s`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return performance.now();
}

const typePage = async ({ url }: BenchServer) => (await fetch(`${url}/planners?sort=newest`)).text();

async function call({ url }: BenchServer, method: string, path: string, body: unknown) {
  const answer = await fetch(url + path, { method, headers: OPERATOR, body: JSON.stringify(body) });
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(read)}`);
  return read.data ?? read;
}
