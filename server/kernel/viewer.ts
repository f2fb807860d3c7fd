/** Who is asking. Decided once a request, by `whoIs`. */
export type Viewer = Visitor | Person | Operator;

export type Visitor = {
  role: "visitor";
  /** A session was shown that has ended: public things go on working, personal ones answer 401 and not 403. */
  sessionEnded?: true;
};

export type Person = { role: "person"; userId: string; email: string; sessionId: string };

/** By account, or by the static token, which belongs to nobody. */
export type Operator = {
  role: "operator";
  userId: string | null;
  email: string | null;
  sessionId: string | null;
};

/** Finds out who a request comes from. Throws `invalidCredentials()` for a token that isn't right. */
export type WhoIs = (request: Request) => Promise<Viewer>;

export const VISITOR: Visitor = { role: "visitor" };
export const TOKEN_OPERATOR: Operator = { role: "operator", userId: null, email: null, sessionId: null };
