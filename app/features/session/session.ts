import { isPrivatePage } from "../../lib/browser/private-page.ts";
import { createStore, useStore } from "../../lib/browser/store.ts";
import { watchDeniedCalls } from "../../lib/http/denied-calls.ts";
import { fetchWithTimeout } from "../../lib/http/http-client.ts";
import { currentEmail, watchEmail } from "./identity.ts";

/** The result of comparing the stored email address with the server's session. */
export type SessionState =
  | { kind: "unknown" }
  | { kind: "visitor" }
  | { kind: "checking"; email: string }
  | {
      kind: "known";
      id: string;
      email: string;
      role: "person" | "operator";
      session: string;
      needsTwoFactor: boolean;
    }
  /** The browser remembers an account without a session. */
  | { kind: "ended"; email: string }
  /** The browser remembers one account, the session is another's: no personal data is shown. */
  | { kind: "differs"; email: string; other: string }
  | { kind: "unreachable"; email: string };

export type SessionAnswer = {
  user: { id: string; email: string; name: string; role?: string; needsTwoFactor?: boolean };
  session: { id: string; token: string };
} | null;

const session = createStore<SessionState>({ kind: "unknown" });
let requests = 0;

export const currentSession = session.get;

/** Waits for the comparison that runs now, or begins with the page. */
export function settledSession(): Promise<SessionState> {
  return new Promise((resolve) => {
    const leave = session.subscribe(check);
    check();
    function check() {
      const state = session.get();
      if (state.kind === "unknown" || state.kind === "checking") return;
      leave();
      resolve(state);
    }
  });
}

export function useSession(): SessionState {
  return useStore(session);
}

async function readSession(): Promise<SessionAnswer> {
  const answer = await fetchWithTimeout("/auth/get-session", { cache: "no-store" });
  if (!answer.ok) throw new Error(`auth/get-session was answered with ${answer.status}`);
  return answer.json();
}

/** Without an email nothing is asked: a session alone is a visitor. */
export async function checkSession(): Promise<SessionState> {
  // A private page belongs to the device: nobody is signed in on it.
  const email = isPrivatePage() ? undefined : currentEmail();
  const turn = ++requests;
  if (!email) {
    session.set({ kind: "visitor" });
    return session.get();
  }
  const before = session.get();
  if (!("email" in before && before.email === email)) session.set({ kind: "checking", email });
  let next: SessionState;
  try {
    next = stateOf(email, await readSession());
  } catch (error) {
    console.error("Session check failed", error);
    next = { kind: "unreachable", email };
  }
  // A later check has started; its result counts.
  if (turn === requests) session.set(next);
  return session.get();
}

export function stateOf(email: string, found: SessionAnswer): SessionState {
  if (!found) return { kind: "ended", email };
  if (found.user.email !== email) return { kind: "differs", email, other: found.user.email };
  const role = found.user.role === "operator" ? "operator" : "person";
  const needsTwoFactor = found.user.needsTwoFactor === true;
  return { kind: "known", id: found.user.id, email, role, session: found.session.token, needsTwoFactor };
}

/** Checks who is here now, when the email changes, and when a known person was refused something: perhaps the session has ended. */
export function watchIdentity(): () => void {
  watchDeniedCalls(() => {
    if (session.get().kind === "known") void checkSession();
  });
  void checkSession();
  return watchEmail(() => void checkSession());
}
