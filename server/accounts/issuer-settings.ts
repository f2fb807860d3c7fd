import { issuerNameOf, SETTINGS, type Settings } from "../config/settings.ts";
import { startProblem } from "../errors/errors.ts";

/** The name under which its identities are stored. */
export const ISSUER = "oidc";
/** Set by us on a request that completes a connection, and never taken from the client. */
export const CONNECTING_HEADER = "x-typecase-connecting";

export type IssuerSettings = {
  name: string;
  discoveryUrl: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
};

/** Undefined: the site has none. */
export function readIssuerSettings(settings: Settings): IssuerSettings | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = settings;
  if (!issuer && !clientId && !clientSecret) return undefined;
  if (!issuer || !clientId || !clientSecret) {
    const [missing] = (["oidcIssuer", "oidcClientId", "oidcClientSecret"] as const).filter(
      (name) => !settings[name],
    );
    const { variable } = SETTINGS[missing ?? "oidcIssuer"];
    throw startProblem(
      `${variable} is not set, and the other settings of OpenID Connect are.`,
      "Set all three or none.",
    );
  }
  if (!settings.publicUrl)
    throw startProblem(
      "OIDC_ISSUER is set without PUBLIC_URL, so the provider can't send people back.",
      "Set PUBLIC_URL to the address under which people reach the site.",
    );
  const discoveryUrl = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  return { name: issuerNameOf(settings) ?? issuer, discoveryUrl, issuer, clientId, clientSecret };
}
