/** What the address of the consent page says about the app that asks. */
export type ConsentRequest = {
  clientId: string;
  scopes: string[];
  /** Where the app is: nobody can give another host than the one that gets the answer. */
  host: string;
  returnTo: string;
};

export function readRequest(query: string): ConsentRequest | undefined {
  const parameters = new URLSearchParams(query);
  const clientId = parameters.get("client_id");
  const address = URL.parse(parameters.get("redirect_uri") ?? "");
  const expires = Number(parameters.get("exp")) * 1_000;
  if (!clientId || !address || !parameters.has("sig") || expires < Date.now()) return undefined;
  const host = address.host || address.protocol.slice(0, -1);
  const returnTo = address.host ? address.host + address.pathname : address.href;
  return { clientId, host, returnTo, scopes: (parameters.get("scope") ?? "").split(" ").filter(Boolean) };
}
