import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databases, type Place, type TestDatabase } from "../support/databases.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

const [sqlite] = databases as [TestDatabase];
const MEGABYTE = 1024 * 1024;
const WARM_UP = 60;
const ASKED = 300;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

let place: Place;
let server: TestServer;
beforeAll(async () => {
  place = await sqlite.place();
  server = await startServerHere({
    environment: { ...place.environment, OPERATOR_TOKEN, ANSWER_CACHE_MB: "1" },
  });
  await aShelf(server.visitor().fetch, { count: 100 });
});
afterAll(async () => {
  await server?.stop();
  await place?.remove();
});

/** Each is a different query, so nothing is cached. */
const kinds = [
  (n: number) => `/items/templates?limit=100&filter[used][_gte]=-${n}`,
  (n: number) => `/items/templates?limit=100&search=number&offset=0&filter[used][_lte]=${n + 10}`,
  (n: number) => `/items/templates?aggregate[count]=*&filter[template_name][_icontains]=n${n}`,
  (n: number) => `/items/templates?fields=*&limit=100&sort=used&filter[url][_neq]=s${n}`,
];

async function ask(from: number, to: number): Promise<number> {
  let bytes = 0;
  for (let number = from; number < to; number++) {
    const path = kinds[number % kinds.length]?.(number) ?? "";
    const answer = await server.fetch(path, { headers: { "accept-encoding": "identity" } });
    expect(answer.status, path).toBe(200);
    bytes += (await answer.arrayBuffer()).byteLength;
  }
  return bytes;
}

/** Memory in use once nothing is pending. */
async function held(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await new Promise(setImmediate);
    collect();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test("keeps memory bounded under mixed API traffic", { tags: ["long"] }, async () => {
  await ask(0, WARM_UP);
  const before = await held();
  const sent = await ask(WARM_UP, WARM_UP + ASKED);
  const grown = (await held()) - before;
  // Far more was sent than may be cached.
  expect(sent).toBeGreaterThan(8 * MEGABYTE);
  expect(grown).toBeLessThan(4 * MEGABYTE);
});
