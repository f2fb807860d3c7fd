import { t } from "@lingui/core/macro";
import { tabStorage } from "../../lib/browser/local-storage.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { call, errorMessage } from "../../lib/http/http-client.ts";
import { forgetEmail, rememberEmail } from "./identity.ts";

type Answered = { token: string | null; user: { email: string } };

/** Signs in and remembers the account. Throws the server's error. */
export async function signIn(given: { email: string; password: string }): Promise<void> {
  const answer = await call("auth/sign-in/email", { json: given });
  const { user }: Answered = await answer.json();
  rememberSignIn(user.email);
}

/** Gives false when the address has to be confirmed first, with the link that was mailed. */
export async function signUp(given: { name: string; email: string; password: string }): Promise<boolean> {
  const answer = await call("auth/sign-up/email", { json: given });
  const { token, user }: Answered = await answer.json();
  if (!token) return false;
  rememberSignIn(user.email);
  return true;
}

/** Remembers the account after signing in. The change makes session.ts check the session again. */
export function rememberSignIn(email: string): void {
  forgetPrompt();
  rememberEmail(email);
}

let afterLeaving: string | undefined;

/** Where personal pages redirect after signing out, instead of to sign-in. */
export function setPathAfterLeaving(path: string): void {
  afterLeaving = path;
}

export function pathAfterLeaving(): string | undefined {
  return afterLeaving;
}

/** Personal pages redirect to sign-in again. */
export function forgetPathAfterLeaving(): void {
  afterLeaving = undefined;
}

/**
 * Ends the session and forgets who was here; pages for known people lead on to `to`. Gives false when the session could
 * not be ended: then it is still there, and so is the e-mail.
 */
export async function signOut(to: string): Promise<boolean> {
  try {
    await call("auth/sign-out", { json: {} });
  } catch (error) {
    console.error("Sign-out failed", error);
    const reason = errorMessage(error);
    notify({ kind: "failure", message: t`We couldn’t sign you out. ${reason}` });
    return false;
  }
  setPathAfterLeaving(to);
  forgetEmail();
  return true;
}

const ASKED_KEY = "asked-to-sign-in";

/** Asks once a tab and person; without storage at every page, which is still better than never. */
export function askToSignIn(email: string, signIn: () => void): void {
  if (tabStorage.read(ASKED_KEY) === email) return;
  tabStorage.write(ASKED_KEY, email);
  notify({
    kind: "sign-in",
    message: t`Sign in again to see your saved templates`,
    action: { label: t`Sign in`, run: signIn },
  });
}

/** After signing in, a later end of the session may be asked about again. */
function forgetPrompt(): void {
  tabStorage.remove(ASKED_KEY);
}
