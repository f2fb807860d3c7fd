import type { KeyScope } from "../../contract/people/api-keys.ts";
import { forbiddenItem, keyRefused, scopeMissing } from "../errors/errors.ts";

/** Who a request comes from. Determined once per request, by `whoIs`. */
export type Viewer = Visitor | Person | Operator | Token | Key;

type Visitor = {
  role: "visitor";
  /** The request has a session that has ended: public routes still work, personal ones answer 401 instead of 403. */
  sessionEnded?: true;
};

export type Person = {
  role: "person";
  userId: string;
  email: string;
  sessionId: string;
  /** An operator without the second factor that this site requires; has a person's rights until then. */
  needsTwoFactor?: true;
};

/** A person whose account has that role. */
export type Operator = { role: "operator"; userId: string; email: string; sessionId: string };

/** The scopes of access tokens. Each is named in the access rows of its collections. */
export const SCOPES = ["templates:write", "messages:read"] as const;
export type Scope = (typeof SCOPES)[number];

/** A program with an access token: it has a scope, and owns only what it uploaded. */
export type Token = {
  role: "token";
  tokenId: string;
  scope: Scope;
  userId: null;
  email: null;
  sessionId: null;
};

/** A program with one of a person's API keys: it reaches what is theirs, as far as its scopes go. */
export type Key = {
  role: "key";
  keyId: string;
  scopes: readonly KeyScope[];
  userId: string;
  email: null;
  sessionId: null;
};

/** Whether it is another site, which stores its people here. */
export function writesForPeople(viewer: Viewer): viewer is Key {
  return viewer.role === "key" && viewer.scopes.includes("people:write");
}

/** Finds out who a request comes from. Throws `invalidCredentials()` for an invalid token. */
export type WhoIs = (request: Request) => Promise<Viewer>;

export const VISITOR: Visitor = { role: "visitor" };

export function tokenViewer(tokenId: string, scope: Scope): Token {
  return { role: "token", tokenId, scope, userId: null, email: null, sessionId: null };
}

/** The token that is set in the environment. */
export const OPERATOR_TOKEN = tokenViewer("OPERATOR_TOKEN", "templates:write");

/** A key needs this scope; other viewers have no scopes. */
export function requireScope(viewer: Viewer, scope: KeyScope): void {
  if (viewer.role === "key" && !viewer.scopes.includes(scope)) throw scopeMissing(scope);
}

/** The id of the person who asks: for routes about what is theirs. Keys are refused, unless they have the scope that opens the route. */
export async function requirePerson(whoIs: WhoIs, request: Request, scope?: KeyScope): Promise<string> {
  const viewer = await whoIs(request);
  if (viewer.role === "key" && !scope) throw keyRefused();
  if (scope) requireScope(viewer, scope);
  if (viewer.role === "visitor" || !viewer.userId) throw forbiddenItem();
  return viewer.userId;
}

/** For what only people do, with their own session. */
export async function requireSession(whoIs: WhoIs, request: Request): Promise<Person | Operator> {
  const viewer = await whoIs(request);
  if (viewer.role === "key") throw keyRefused();
  if (viewer.role !== "person" && viewer.role !== "operator") throw forbiddenItem();
  return viewer;
}

/** For routes that only operators may call, with their own session. For all others the route doesn't exist. */
export async function requireOperator(whoIs: WhoIs, request: Request): Promise<Operator> {
  const viewer = await whoIs(request);
  if (viewer.role === "key") throw keyRefused();
  if (viewer.role !== "operator") throw forbiddenItem();
  return viewer;
}
