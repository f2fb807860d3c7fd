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
 * Who is asking: the peer of the connection, unless it is a proxy we trust; then the last address in
 * X-Forwarded-For that is not one. What stands further left was written by the client and proves nothing.
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

/** Where proxies usually stand. */
const NEAR = trustList([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "::1",
  "fc00::/7",
  "fe80::/10",
]);

/** Told once for a proxy that is near, and once for a stranger, whose address is nobody's business. */
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
      `X-Forwarded-For came from an address that is not in TRUSTED_PROXIES and is not believed. If that is your proxy, ${remedy}; until then everybody behind it counts as one client.`,
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
