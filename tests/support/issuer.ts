import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Context } from "oidc-provider";
import { createClient } from "./client.ts";

export const CLIENT = { id: "typecase", secret: "a secret of the client at the issuer" };

type Identity = { email: string; email_verified: boolean; name?: string };

export type TestIssuer = {
  url: string;
  /** The next sign-in is by this person; undefined: they refuse. */
  become(subject: string | undefined, identity?: Identity): void;
  /** A person's way through the issuer, from the address it is asked at to the one it leads back to. */
  visit(address: string): Promise<string>;
  /** Nothing answers any more. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** A real OpenID Connect provider. It signs in the person it was given, without a form. */
export async function startIssuer(site: string): Promise<TestIssuer> {
  const identities = new Map<string, Identity>();
  let current: string | undefined;
  let answer: ReturnType<Provider["callback"]>;

  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    const result = current ? { login: { accountId: current } } : { error: "access_denied" };
    void provider.interactionFinished(request, response, result);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const provider: Provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${site}/auth/callback/oidc`],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["a key of the issuer"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: Context, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...identities.get(accountId) }),
    }),
    // Nobody is asked what the site may know.
    loadExistingGrant: async ({ oidc }: Context) => {
      const { clientId } = oidc.client;
      const grant = new provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  answer = provider.callback();

  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  return {
    url,
    become: (subject, identity) => {
      current = subject;
      if (subject && identity) identities.set(subject, identity);
    },
    visit: async (address) => {
      const browser = createClient(url);
      let place = address;
      while (place.startsWith(url)) {
        const answered = await browser.fetch(place.slice(url.length));
        const next = answered.headers.get("location");
        if (!next) throw new Error(`the issuer answered ${answered.status}: ${await answered.text()}`);
        place = new URL(next, url).href;
      }
      return place;
    },
    stop,
    start: () => new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve())),
  };
}
