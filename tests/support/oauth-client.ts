import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";

/** What a program with the official client stores while it connects to an account; `address` is where it sends its person. */
export type TestApp = OAuthClientProvider & {
  address: URL | undefined;
  saved: StoredOAuthTokens | undefined;
  registered: StoredOAuthClientInformation | undefined;
};

/** What clients of both protocols ask for. */
export const PROTOCOLS = [
  { version: "2025-11-25", mode: "legacy" },
  { version: "2026-07-28", mode: { pin: "2026-07-28" } },
] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export const RETURN_TO = "http://127.0.0.1:9/callback";

export function aTestApp(name: string, returnTo = RETURN_TO): TestApp {
  let verifier = "";
  const clientMetadata: OAuthClientMetadata = {
    client_name: name,
    redirect_uris: [returnTo],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  const app: TestApp = {
    address: undefined,
    saved: undefined,
    registered: undefined,
    redirectUrl: returnTo,
    clientMetadata,
    state: () => "state-of-the-test",
    clientInformation: () => app.registered,
    saveClientInformation: (information) => {
      app.registered = information;
    },
    tokens: () => app.saved,
    saveTokens: (tokens) => {
      app.saved = tokens;
    },
    redirectToAuthorization: (address) => {
      app.address = address;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
  };
  return app;
}
