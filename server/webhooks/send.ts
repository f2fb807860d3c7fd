import dns, { type LookupAddress } from "node:dns";
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { RequestFilteringHttpsAgent } from "request-filtering-agent";
import type { DeliveryProblem } from "../../contract/people/webhooks.ts";
import { codeOf, messageOf } from "../errors/errors.ts";
import { WEBHOOKS } from "../limits/limits.ts";
import { hostOf } from "./webhook-address.ts";

export type Attempt = {
  status: number | null;
  /** Null: delivered. */
  problem: DeliveryProblem | null;
  response: string | null;
  durationMs: number;
};
export type SendRequest = (
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
) => Promise<Attempt>;

/**
 * Not refused by the agent: the metadata server of Azure, and what isn't global unicast in IPv6, such as ::127.0.0.1. The list is for
 * IPv6 only: asked about IPv4, it finds all of it in ::/3, as ::ffff:0:0/96.
 */
const AZURE_METADATA = "168.63.129.16";
const NOT_GLOBAL_IPV6 = new BlockList();
NOT_GLOBAL_IPV6.addSubnet("::", 3, "ipv6");
NOT_GLOBAL_IPV6.addSubnet("4000::", 2, "ipv6");
NOT_GLOBAL_IPV6.addSubnet("8000::", 1, "ipv6");

const isRefused = ({ address, family }: LookupAddress) =>
  family === 6 ? NOT_GLOBAL_IPV6.check(address, "ipv6") : address === AZURE_METADATA;

class AddressRefused extends Error {}
const REFUSED_BY_AGENT = "is not allowed. Because";

/** The name is looked up once for each connection, and that very answer is checked and connected to. */
const lookUp: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = (error ? [] : found) as LookupAddress[];
    const refused = addresses.find(isRefused);
    const [first] = addresses;
    if (error || !first) return callback(error ?? new Error("no address"), "");
    if (refused) return callback(new AddressRefused(refused.address), "");
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

/**
 * Sends a POST and reads the beginning of the answer. Only public addresses are connected to, whatever their names resolve to at that
 * moment; redirects aren't followed. Hosts that the operator allows are reached without these rules.
 */
export function createSender(allowedHosts: readonly string[], timeoutMs = WEBHOOKS.timeoutMs): SendRequest {
  const guarded = new RequestFilteringHttpsAgent();
  return async (address, headers, body, stop) => {
    const url = new URL(address);
    const began = performance.now();
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
    const done = (result: Omit<Attempt, "durationMs">): Attempt => ({
      ...result,
      durationMs: Math.round(performance.now() - began),
    });
    const isAllowed = allowedHosts.includes(hostOf(url));
    // A setting may have allowed it earlier; addresses are not looked up, so only the agent would check them.
    if (!isAllowed && (url.protocol !== "https:" || isIP(hostOf(url))))
      return done({ status: null, problem: "refused", response: null });
    const { request } = url.protocol === "https:" ? https : http;
    const options: RequestOptions = {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      signal,
      ...(isAllowed ? { agent: false } : { agent: guarded, lookup: lookUp }),
    };
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request(url, options, resolve).on("error", reject).end(body);
      });
      const status = answer.statusCode ?? 0;
      return done({ status, problem: problemOf(status), response: await readBeginning(answer) });
    } catch (error) {
      if (stop.aborted) throw error;
      return done({ status: null, problem: problemIn(error, signal), response: null });
    }
  };
}

function problemOf(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "status";
}

function problemIn(error: unknown, signal: AbortSignal): DeliveryProblem {
  if (signal.aborted) return "timeout";
  if (error instanceof AddressRefused || messageOf(error).includes(REFUSED_BY_AGENT)) return "refused";
  const code = codeOf(error);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "ENODATA") return "unknown_host";
  return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code) ? "tls" : "connection";
}

/** Closes the connection after that; the status is what counts, so an answer that stops in the middle is one too. */
async function readBeginning(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of answer) {
      parts.push(part);
      length += part.length;
      if (length >= WEBHOOKS.answerBytes) break;
    }
  } catch {
    // ended by the receiver or the timeout
  }
  answer.destroy();
  const text = Buffer.concat(parts).subarray(0, WEBHOOKS.answerBytes).toString("utf8");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL stores no NUL, and pages show none of the others
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
}
