import dns from "node:dns";
import { createServer, type Server, Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createSender } from "./send.ts";

const NEVER = new AbortController().signal;
let server: Server;
let port: number;
let connections = 0;

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as { port: number });
});
afterAll(() => {
  server.close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A resolver that gives the next of these answers each time; the last one again and again. */
function resolveTo(...answers: string[][]): () => number {
  let asked = 0;
  const lookup = (_name: string, _options: object, done: (error: null, found: object[]) => void) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  vi.spyOn(dns, "lookup").mockImplementation(lookup as unknown as typeof dns.lookup);
  return () => asked;
}
/** Ends every connection when its address is known, before anything is sent to it. Returns the addresses. */
function stopBeforeConnecting(): string[] {
  const attempted: string[] = [];
  const { emit } = Socket.prototype;
  function stopped(this: Socket, ...given: unknown[]): boolean {
    const [event, error, address] = given;
    if (event !== "lookup" || error) return Reflect.apply(emit, this, given);
    attempted.push(String(address));
    this.destroy();
    return true;
  }
  vi.spyOn(Socket.prototype, "emit").mockImplementation(stopped as typeof emit);
  return attempted;
}
const send = (allowed: string[] = [], url = `https://hooks.example.org:${port}/`, timeoutMs = 2_000) =>
  createSender(allowed, timeoutMs)(url, {}, "{}", NEVER);

it.each([
  ["this network", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["private", "10.0.0.1"],
  ["private", "172.16.0.1"],
  ["private", "172.31.255.254"],
  ["private", "192.168.1.1"],
  ["carrier-grade NAT", "100.64.0.1"],
  ["loopback", "127.0.0.1"],
  ["loopback", "127.255.255.254"],
  ["link-local, metadata", "169.254.169.254"],
  ["metadata of Azure", "168.63.129.16"],
  ["protocol assignments", "192.0.0.8"],
  ["documentation", "192.0.2.1"],
  ["documentation", "198.51.100.1"],
  ["documentation", "203.0.113.1"],
  ["benchmarks", "198.18.0.1"],
  ["6to4 relays", "192.88.99.1"],
  ["multicast", "224.0.0.1"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["unspecified", "::"],
  ["loopback", "::1"],
  ["IPv4-mapped", "::ffff:127.0.0.1"],
  ["IPv4-mapped", "::ffff:a9fe:a9fe"],
  ["IPv4-compatible", "::7f00:1"],
  ["IPv4-translated", "::ffff:0:127.0.0.1"],
  ["NAT64", "64:ff9b::7f00:1"],
  ["NAT64, local", "64:ff9b:1::1"],
  ["discard only", "100::1"],
  ["Teredo", "2001::1"],
  ["documentation", "2001:db8::1"],
  ["documentation", "3fff::1"],
  ["6to4", "2002:7f00:1::"],
  ["segment routing", "5f00::1"],
  ["unique local", "fc00::1"],
  ["unique local, metadata", "fd00:ec2::254"],
  ["link-local", "fe80::1"],
  ["site-local", "fec0::1"],
  ["multicast", "ff02::1"],
])("refuses %s: %s", async (_range, address) => {
  resolveTo([address]);
  expect(await send()).toMatchObject({ problem: "refused", status: null });
  expect(connections).toBe(0);
});

it("refuses a name that has a private address among public ones", async () => {
  resolveTo(["2606:4700::1111", "127.0.0.1"]);
  expect(await send()).toMatchObject({ problem: "refused" });
});

it.each(["25.0.0.1", "2606:4700::1111"])("connects to a public address: %s", async (address) => {
  resolveTo([address]);
  const attempted = stopBeforeConnecting();
  expect(await send()).toMatchObject({ problem: "connection" });
  expect(attempted).toEqual([address]);
});

it("connects to the address that it has checked, and looks the name up once for each attempt", async () => {
  const asked = resolveTo(["25.0.0.1"], ["127.0.0.1"]);
  const attempted = stopBeforeConnecting();
  expect(await send()).toMatchObject({ problem: "connection" });
  expect(asked()).toBe(1);
  expect(await send()).toMatchObject({ problem: "refused" });
  expect(asked()).toBe(2);
  expect(attempted).toEqual(["25.0.0.1"]);
  expect(connections).toBe(0);
});

it.each(["http://hooks.example.org/", "https://127.0.0.1/", "https://[::1]/", "http://169.254.169.254/"])(
  "refuses %s, which a setting may have allowed earlier",
  async (url) => {
    const asked = resolveTo(["2606:4700::1111"]);
    expect(await send([], url)).toMatchObject({ problem: "refused" });
    expect(asked()).toBe(0);
  },
);

it("gives up on a receiver that never answers", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as { port: number };
  expect(await send(["127.0.0.1"], `http://127.0.0.1:${port}/`, 100)).toMatchObject({ problem: "timeout" });
  silent.close();
});

it("reaches hosts that the operator allows, and says when they close the connection", async () => {
  expect(await send(["127.0.0.1"], `http://127.0.0.1:${port}/`)).toMatchObject({ problem: "connection" });
  expect(connections).toBeGreaterThan(0);
});

it("says when a name has no address", async () => {
  vi.spyOn(dns, "lookup").mockImplementation(((
    _name: string,
    _options: object,
    done: (error: Error) => void,
  ) => done(Object.assign(new Error("not found"), { code: "ENOTFOUND" }))) as unknown as typeof dns.lookup);
  expect(await send()).toMatchObject({ problem: "unknown_host" });
});
