import { BlockList, isIP, isIPv6 } from "node:net";
import { createMiddleware } from "hono/factory";
import type { RequestEnv } from "../kernel/request.ts";

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

export function setClientAddress(proxies: readonly string[]) {
  const trusted = trustList(proxies);
  return createMiddleware<RequestEnv>(async (c, next) => {
    const peer = c.env.incoming?.socket.remoteAddress ?? "127.0.0.1";
    c.set("clientAddress", findClientAddress(peer, c.req.header("x-forwarded-for"), trusted));
    await next();
  });
}
