import { BlockList, isIP, isIPv6 } from "node:net";
import { createMiddleware } from "hono/factory";
import type { Log } from "../log/logging.ts";
import type { RequestEnv } from "../request/request.ts";

function plain(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}

export function trustList(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split("/");
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

export function isListed(list: BlockList, address: string): boolean {
  const own = plain(address);
  return isIP(own) !== 0 && list.check(own, familyOf(own));
}

/**
 * The client's address: the peer of the connection, unless that is a trusted proxy; then the last address in X-Forwarded-For that is
 * not one. Addresses further left are written by the client and can't be trusted.
 */
export function findClientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: BlockList,
): string {
  let address = plain(peer);
  const hops = forwardedFor?.split(",").map((hop) => plain(hop.trim())) ?? [];
  while (isListed(trusted, address)) {
    const next = hops.pop();
    if (next === undefined || !isIP(next)) break;
    address = next;
  }
  return address;
}

/** The usual addresses of proxies. */
const NEAR = trustList([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "::1",
  "fc00::/7",
  "fe80::/10",
]);

/** Warns once about a nearby proxy, and once about any other address, which is not logged. */
function createForwardingWarning(log: Log) {
  const warned = new Set<string>();
  return (peer: string) => {
    const from = isListed(NEAR, peer) ? plain(peer) : undefined;
    const kind = from ? "near" : "elsewhere";
    if (warned.has(kind)) return;
    warned.add(kind);
    const remedy = from ? `set TRUSTED_PROXIES=${from}` : "put its address into TRUSTED_PROXIES";
    log.warn(
      { from },
      `X-Forwarded-For was ignored because its sender is not in TRUSTED_PROXIES. If that is your proxy, ${remedy}; until then everyone behind it counts as one client.`,
    );
  };
}

export function setClientAddress(proxies: readonly string[], log: Log) {
  const trusted = trustList(proxies);
  const warn = createForwardingWarning(log);
  return createMiddleware<RequestEnv>(async (c, next) => {
    const peer = c.env.incoming?.socket.remoteAddress ?? "127.0.0.1";
    const forwardedFor = c.req.header("x-forwarded-for");
    if (forwardedFor !== undefined && !isListed(trusted, peer)) warn(peer);
    c.set("clientAddress", findClientAddress(peer, forwardedFor, trusted));
    await next();
  });
}
