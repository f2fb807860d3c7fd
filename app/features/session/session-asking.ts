import { tell } from "../../lib/messages.ts";

const ASKED_KEY = "asked-to-sign-in";

/** Asks once a tab and person, calmly; the public site goes on working. */
export function askToSignIn(email: string, signIn: () => void): void {
  try {
    if (sessionStorage.getItem(ASKED_KEY) === email) return;
    sessionStorage.setItem(ASKED_KEY, email);
  } catch {
    // Without a memory the question comes with every page; still better than none.
  }
  tell({
    kind: "sign-in",
    words: "Please sign in again to see what you saved",
    action: { label: "Sign in", run: signIn },
  });
}

/** After signing in, a later end of the session may be asked about again. */
export function forgetAsking(): void {
  try {
    sessionStorage.removeItem(ASKED_KEY);
  } catch {
    // Nothing was remembered.
  }
}
