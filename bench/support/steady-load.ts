import { connect } from "node:net";
import { type BenchServer, cpuMsOf } from "./servers.ts";

export type SteadyLoad = { perSecond: number; cpuMicros: number; p99: number; failures: number };

const SILENCE_MS = 10_000;
const END_OF_HEAD = "\r\n\r\n";

/**
 * Requests one address, or a new one each time, over several connections with as little work as possible, so
 * that the server is measured and not the client: a request is built once, and only status and length of a
 * response are read.
 */
export async function askSteadily(
  server: BenchServer,
  path: string | (() => string),
  {
    seconds = 3,
    connections = 16,
    headers = {},
  }: { seconds?: number; connections?: number; headers?: Record<string, string> } = {},
): Promise<SteadyLoad> {
  const { hostname, port, host } = new URL(server.url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const requestOf = (target: string) => Buffer.from(`GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`);
  const repeat = (bytes: Buffer) => () => bytes;
  const nextRequest = typeof path === "string" ? repeat(requestOf(path)) : () => requestOf(path());
  const times: number[] = [];
  const cpuBefore = cpuMsOf(server);
  const started = performance.now();
  const until = started + seconds * 1_000;
  const failures = await Promise.all(
    Array.from({ length: connections }, () => keepAsking(Number(port), hostname, nextRequest, until, times)),
  );
  const took = (performance.now() - started) / 1_000;
  return {
    perSecond: times.length / took,
    cpuMicros: ((cpuMsOf(server) - cpuBefore) * 1_000) / times.length,
    p99: times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN,
    failures: failures.reduce((sum, each) => sum + each, 0),
  };
}

/** Sends the next request as soon as a response is complete; returns the number of errors. */
function keepAsking(
  port: number,
  host: string,
  nextRequest: () => Buffer,
  until: number,
  times: number[],
): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, noDelay: true });
    let failures = 0;
    let requests = 0;
    let missing = 0; // bytes of the body that have not arrived yet
    let head: Buffer | undefined; // the beginning of a head that arrived in two parts
    const sendNext = () => {
      requests = performance.now();
      socket.write(nextRequest());
    };
    const finish = () => {
      const now = performance.now();
      times.push(now - requests);
      if (now < until) sendNext();
      else socket.destroy();
    };
    const take = (chunk: Buffer) => {
      if (missing > 0) {
        missing -= chunk.length;
        if (missing === 0) finish();
        return;
      }
      const all = head ? Buffer.concat([head, chunk]) : chunk;
      const end = all.indexOf(END_OF_HEAD);
      head = end < 0 ? all : undefined;
      if (end < 0) return;
      const { isGood, length } = readHead(all.toString("latin1", 0, end));
      if (!isGood) failures++;
      missing = length - (all.length - end - END_OF_HEAD.length);
      if (missing === 0) finish();
    };
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error("no answer")));
    socket.on("connect", sendNext);
    socket.on("data", take);
    socket.on("error", () => failures++);
    socket.on("close", () => resolve(performance.now() < until ? failures + 1 : failures));
  });
}

function readHead(head: string): { isGood: boolean; length: number } {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${head}`);
  return { isGood: head.startsWith("HTTP/1.1 200"), length: Number(length) };
}
