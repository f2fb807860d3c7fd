import { Agent, type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { ERROR_STATUS } from "../../contract/error-codes.ts";
import { RENDER_ERRORS } from "../../contract/rendering/render.ts";
import { PICTURE_ERRORS } from "../../server/pictures/errors.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson } from "../support/people.ts";
import { type Description, findMismatch, readDescription } from "./description.ts";
import { createRandom } from "./random.ts";
import { createRequests, type FuzzRequest, type Known } from "./requests.ts";
import type { Memory, WatchedServer } from "./watched-server.ts";

type Report = {
  requests: number;
  statuses: Record<string, number>;
  /** Broken promises, each with the request. */
  problems: string[];
  /** Requests that repeatedly blocked the main thread. */
  stalls: string[];
  /** Blocked the main thread once, but not when repeated: a first compilation or a garbage collection. */
  passingStalls: number[];
  before: Memory;
  after: Memory;
};
/**
 * How many random requests are sent, or for how long; `step`: every how many of the bodies with many values. Memory is
 * compared from after the warm-up: with too few requests, a longer run fills caches that are still half empty.
 */
export type Amount = ({ requests: number } | { seconds: number }) & { step: number; warmUp: number };
type Options = {
  amount: Amount;
  seed: number;
  operator: string;
  /** Its data folder: one of the people is made an operator. */
  dataDir: string;
};
type Stall = { milliseconds: number; requests: FuzzRequest[] };
type Answer = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

const LANES = 6;
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 17 * 1024 * 1024;
const MAX_KNOWN = 100;
/** How many answered requests may have caused a stall that is reported only now. */
const LAST_ANSWERED = 2 * LANES;
const REPEATS = 3;
const MAX_SHOWN = 5; // stalls: the test has failed long before
/** No compilation and no busy machine explains this: it counts, repeated or not. */
const LONGEST_PASSING_STALL_MS = 1_000;

/** Sends random requests and reports everything unexpected. */
export async function fuzz(
  server: WatchedServer,
  { amount, seed, operator, dataDir }: Options,
): Promise<Report> {
  const description = (await (await server.fetch("/openapi.json")).json()) as Description;
  const api = readDescription(description);
  const random = createRandom(seed);
  const known: Known = { ids: new Map(), cookies: [], operator };
  for (let index = 0; index < 3; index++) known.cookies.push((await aPerson(server.fetch)).cookie);
  // Routes without a collection are for operators with a session, not for tokens.
  const place = { environment: { DATA_DIR: dataDir, DATABASE_URL: "" } };
  known.cookies.push((await anOperator(server.fetch, place)).cookie);
  const requests = createRequests(api, random, known);
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const problems: string[] = [];
  let stalls: Stall[] = [];
  const statuses: Record<string, number> = {};
  const running = new Set<FuzzRequest>();
  let answered: FuzzRequest[] = [];
  let sent = 0;

  server.onStall((milliseconds) => {
    stalls.push({ milliseconds, requests: [...answered, ...running] });
  });

  await runRandom({ requests: amount.warmUp });
  const before = await server.memory();
  stalls = []; // while the code was compiled
  await runAll(requests.shaped(amount.step));
  await runRandom(amount);
  const after = await server.memory();
  const judged = await judgeStalls();
  agent.destroy();
  return { requests: sent, statuses, problems, ...judged, before, after };

  async function runRandom(amount: { requests: number } | { seconds: number }): Promise<void> {
    const start = performance.now();
    let made = 0;
    const isOver = () =>
      "requests" in amount ? made >= amount.requests : performance.now() - start >= amount.seconds * 1_000;
    const next = () => {
      if (isOver()) return undefined;
      made += 1;
      return requests.next();
    };
    await Promise.all(Array.from({ length: LANES }, () => runLane(next)));
  }

  async function runAll(made: Iterator<FuzzRequest>): Promise<void> {
    const next = (): FuzzRequest | undefined => made.next().value;
    await Promise.all(Array.from({ length: LANES }, () => runLane(next)));
  }

  async function runLane(next: () => FuzzRequest | undefined): Promise<void> {
    for (let made = next(); made && !server.ended() && problems.length < 20; made = next()) {
      running.add(made);
      sent += 1;
      try {
        const leaves = random.chance(0.02);
        const answer = await send(server.url, made, agent, leaves);
        statuses[answer ? answer.status : "left"] = (statuses[answer ? answer.status : "left"] ?? 0) + 1;
        if (answer) {
          remember(made, answer);
          const problem = judge(made, answer);
          if (problem)
            problems.push(`${problem}\n  ${show(made)}\n  ${answer.body.toString().slice(0, 300)}`);
        }
      } catch (error) {
        problems.push(`${server.ended() ?? String(error)}\n  ${show(made)}`);
      } finally {
        running.delete(made);
        answered = [...answered, made].slice(-LAST_ANSWERED);
      }
    }
  }

  /** Work caused by a request recurs every time; noise of the machine or the first run doesn't. */
  async function judgeStalls(): Promise<Pick<Report, "stalls" | "passingStalls">> {
    const seen = stalls;
    const judged: Pick<Report, "stalls" | "passingStalls"> = { stalls: [], passingStalls: [] };
    for (const { milliseconds, requests: suspects } of seen) {
      const culprit = await firstThatStalls(suspects);
      if (culprit) judged.stalls.push(`${milliseconds} ms, each time it is sent: ${show(culprit)}`);
      else if (milliseconds > LONGEST_PASSING_STALL_MS)
        judged.stalls.push(`${milliseconds} ms, once, among: ${suspects.map(show).join(" | ")}`);
      else judged.passingStalls.push(milliseconds);
      if (judged.stalls.length === MAX_SHOWN) break;
    }
    return judged;
  }

  async function firstThatStalls(suspects: readonly FuzzRequest[]): Promise<FuzzRequest | undefined> {
    for (const suspect of suspects) if (await stallsEveryTime(suspect)) return suspect;
    return undefined;
  }

  async function stallsEveryTime(made: FuzzRequest): Promise<boolean> {
    for (let time = 0; time < REPEATS; time++) {
      stalls = [];
      try {
        await send(server.url, made, agent, false);
      } catch (error) {
        problems.push(`${server.ended() ?? String(error)}, sent again\n  ${show(made)}`);
        return false;
      }
      await server.memory(); // answered after the main thread was free again and had reported
      if (stalls.length === 0) return false;
    }
    return true;
  }

  function remember({ operation, method }: FuzzRequest, { body, headers }: Answer): void {
    if (!operation || method === "DELETE" || body.length > 20_000) return;
    if (!headers["content-type"]?.includes("json")) return;
    const { collection = "" } = operation;
    const ids = known.ids.get(collection) ?? [];
    for (const [, id] of body.toString().matchAll(/"id":"([0-9a-f-]{36})"/g))
      if (id && !ids.includes(id)) ids.push(id);
    known.ids.set(collection, ids.slice(-MAX_KNOWN));
  }

  function judge({ operation }: FuzzRequest, { status, body, headers }: Answer): string | undefined {
    if (status >= 500 && status !== 503 && status !== 507) return `answered ${status}`;
    if (status === 503 && !headers["retry-after"]) return "503 without saying when to come again";
    if (body.length > MAX_BYTES) return `an answer of ${body.length} bytes`;
    if (!operation) return undefined;
    const { answers } = operation;
    if (!answers.has(status)) return `answered ${status}, which is not described`;
    const schema = answers.get(status);
    if (!schema) return undefined;
    const type = headers["content-type"];
    if (type !== "application/json; charset=utf-8") return `answered ${status} as ${type}, not as JSON`;
    const mismatch = findMismatch(api, schema, JSON.parse(body.toString()), "answer");
    if (mismatch || status < 400 || operation.path.startsWith("/auth/")) return mismatch;
    return judgeCode(status, body);
  }
}

const STATUS_OF: Record<string, number> = { ...ERROR_STATUS, ...RENDER_ERRORS, ...PICTURE_ERRORS };

function judgeCode(status: number, body: Buffer): string | undefined {
  const { errors }: { errors: { extensions: { code: string } }[] } = JSON.parse(body.toString());
  const code = errors[0]?.extensions.code ?? "nothing";
  return STATUS_OF[code] === status ? undefined : `${code} travels with ${status}`;
}

/** The response to HEAD names an encoding but has no body. */
function unpack(bytes: Buffer, encoding = "identity"): Buffer {
  if (encoding === "identity" || bytes.length === 0) return bytes;
  if (encoding === "br") return brotliDecompressSync(bytes);
  if (encoding === "gzip") return gunzipSync(bytes);
  if (encoding === "zstd") return zstdDecompressSync(bytes);
  throw new Error(`an answer packed as ${encoding}`);
}

/** A response, or nothing if the client disconnected first. */
function send(url: string, made: FuzzRequest, agent: Agent, leaves: boolean): Promise<Answer | undefined> {
  const { hostname, port } = new URL(url);
  // Node sends the body of a DELETE without a length unless told, and the server takes it for the next
  // request.
  const length = made.body === undefined ? {} : { "content-length": Buffer.byteLength(made.body) };
  return new Promise((resolve, reject) => {
    const asking = request({
      hostname,
      port,
      agent,
      method: made.method,
      path: made.path,
      headers: { ...made.headers, ...length },
    });
    asking.setTimeout(TIMEOUT_MS, () => asking.destroy(new Error(`no answer in ${TIMEOUT_MS / 1_000} s`)));
    asking.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        try {
          resolve({ status, headers, body: unpack(Buffer.concat(chunks), headers["content-encoding"]) });
        } catch (error) {
          reject(error);
        }
      });
      response.on("error", fail);
    });
    asking.on("error", fail);
    // A client that disconnects after the response began gets no error.
    asking.on("close", () => leaves && resolve(undefined));
    function fail(error: NodeJS.ErrnoException) {
      // The server may close a keep-alive connection, or one whose request it rejects.
      if (leaves || error.code === "ECONNRESET" || error.code === "EPIPE") resolve(undefined);
      else reject(error);
    }
    asking.end(made.body);
    if (leaves) asking.once("finish", () => asking.destroy());
  });
}

function show({ method, path, headers, body }: FuzzRequest): string {
  const who = headers.authorization ? "operator" : headers.cookie ? "person" : "visitor";
  return `${who} ${method} ${path.slice(0, 300)}${body ? ` ${body.slice(0, 300)}` : ""}`;
}
