import { z } from "zod";
import { messageOf } from "../errors/errors.ts";
import { ISSUER_TIMEOUT_MS } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import type { Auth } from "./auth.ts";
import { issuerAway } from "./errors.ts";
import { ISSUER, type IssuerSettings } from "./issuer-settings.ts";

export type Issuer = {
  name: string;
  /** Asks the accounts library, which asks the issuer. Throws when the issuer doesn't answer. */
  ask(request: Request): Promise<Response>;
};

/**
 * The accounts library learns the issuer's addresses when it is made, and does without it if that fails. So it is made for
 * these requests when the first one comes, and again until the issuer has answered.
 */
export function createIssuer(issuer: IssuerSettings, makeAuth: () => Promise<Auth>, log: Log): Issuer {
  let ready: Promise<Auth> | undefined;

  async function open(): Promise<Auth> {
    const stated = await readDiscovery(issuer);
    if (stated !== issuer.issuer)
      throw new Error(`it calls itself "${stated.slice(0, 200)}", and OIDC_ISSUER is "${issuer.issuer}"`);
    const auth = await makeAuth();
    const { socialProviders } = await auth.$context;
    if (!socialProviders.some(({ id }) => id === ISSUER)) throw new Error("it names no usable addresses");
    return auth;
  }

  async function askWithin(request: Request): Promise<Response> {
    ready ??= inTime(open());
    const opening = ready;
    const auth = await opening.catch((error) => {
      if (ready === opening) ready = undefined;
      throw error;
    });
    return inTime(auth.handler(request));
  }

  return {
    name: issuer.name,
    ask: async (request) => {
      try {
        return await askWithin(request);
      } catch (error) {
        log.warn({ error: messageOf(error), issuer: issuer.issuer }, "the OpenID Connect provider failed");
        throw issuerAway(issuer.name);
      }
    },
  };
}

const discovery = z.object({ issuer: z.string() });

async function readDiscovery({ discoveryUrl }: IssuerSettings): Promise<string> {
  const answer = await fetch(discoveryUrl, {
    signal: AbortSignal.timeout(ISSUER_TIMEOUT_MS),
    redirect: "error",
  });
  if (!answer.ok) throw new Error(`its configuration was answered with ${answer.status}`);
  return discovery.parse(await answer.json()).issuer;
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("it did not answer in time")), ISSUER_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
