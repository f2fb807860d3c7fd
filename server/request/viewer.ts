import { forbiddenItem } from "../errors/errors.ts";

/** Who is asking. Decided once a request, by `whoIs`. */
export type Viewer = Visitor | Person | Operator | Token;

type Visitor = {
  role: "visitor";
  /** A session was shown that has ended: public things go on working, personal ones answer 401 and not 403. */
  sessionEnded?: true;
};

export type Person = { role: "person"; userId: string; email: string; sessionId: string };

/** A person whose account has that role. */
export type Operator = { role: "operator"; userId: string; email: string; sessionId: string };

/** What an access token can be good for. Each is named in the access rows of the collections it reaches. */
export const SCOPES = ["templates:write", "messages:read"] as const;
export type Scope = (typeof SCOPES)[number];

/** A program with an access token. It is nobody: it has a scope, and nothing of its own but what it uploaded. */
export type Token = {
  role: "token";
  tokenId: string;
  scope: Scope;
  userId: null;
  email: null;
  sessionId: null;
};

/** Finds out who a request comes from. Throws `invalidCredentials()` for a token that isn't right. */
export type WhoIs = (request: Request) => Promise<Viewer>;

export const VISITOR: Visitor = { role: "visitor" };

export function tokenViewer(tokenId: string, scope: Scope): Token {
  return { role: "token", tokenId, scope, userId: null, email: null, sessionId: null };
}

/** The token that is set in the environment. */
export const OPERATOR_TOKEN = tokenViewer("OPERATOR_TOKEN", "templates:write");

/** For routes that only operators may call, with their own session; for anybody else they are not there. */
export async function requireOperator(whoIs: WhoIs, request: Request): Promise<Operator> {
  const viewer = await whoIs(request);
  if (viewer.role !== "operator") throw forbiddenItem();
  return viewer;
}
