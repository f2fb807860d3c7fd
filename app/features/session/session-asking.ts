import { tabStorage } from "../../lib/local-storage.ts";
import { tell } from "../../lib/messages.ts";

const ASKED_KEY = "asked-to-sign-in";

/** Asks once a tab and person; without storage at every page, which is still better than never. */
export function askToSignIn(email: string, signIn: () => void): void {
  if (tabStorage.read(ASKED_KEY) === email) return;
  tabStorage.write(ASKED_KEY, email);
  tell({
    kind: "sign-in",
    words: "Please sign in again to see what you saved",
    action: { label: "Sign in", run: signIn },
  });
}

/** After signing in, a later end of the session may be asked about again. */
export function forgetAsking(): void {
  tabStorage.remove(ASKED_KEY);
}
