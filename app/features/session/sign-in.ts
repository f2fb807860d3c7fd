import { t } from "@lingui/core/macro";
import { tabStorage } from "../../lib/browser/local-storage.ts";
import { awaitPasskey, canSuggestPasskeys } from "../../lib/browser/passkeys.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { call, errorMessage } from "../../lib/http/http-client.ts";
import { forgetEmail, rememberEmail } from "./identity.ts";
import { adoptAccountLanguage } from "./language.ts";
import { beginPasskeyOffer } from "./passkey-offer-due.ts";
import type { SessionAnswer } from "./session.ts";

type Answered = { token: string | null; user: { id: string; email: string } };

/** Signs in and remembers the account. Gives false when a code has to follow. Throws the server's error. */
export async function signIn(given: { email: string; password: string }): Promise<boolean> {
  const answer = await call("auth/sign-in/email", { json: given });
  const found: Answered | { twoFactorRedirect: true } = await answer.json();
  if ("twoFactorRedirect" in found) return false;
  await completeSignIn(found, true);
  return true;
}

/** The second step: a code of the app, or a recovery code. */
export async function signInWithCode(code: string, kind: "totp" | "backup-code"): Promise<void> {
  const answer = await call(`auth/two-factor/verify-${kind}`, { json: { code } });
  await completeSignIn(await answer.json(), true);
}

/** Offers passkeys among the suggestions of the email field, and signs in with the one that is chosen. */
export async function offerPasskeys(signal: AbortSignal): Promise<void> {
  // Nobody has asked for the offer, so its failure is no error to show: the other ways to sign in are there.
  const response = await awaitChoice(signal).catch((error) => {
    if (!signal.aborted) console.warn("Passkeys could not be offered", error);
  });
  if (!response || signal.aborted) return;
  const answer = await call("auth/passkey/verify-authentication", { json: { response } });
  await completeSignIn(await answer.json());
}

async function awaitChoice(signal: AbortSignal): Promise<unknown> {
  if (!(await canSuggestPasskeys())) return;
  const options = await call("auth/passkey/generate-authenticate-options", { signal, isPublic: true });
  return awaitPasskey(await options.json(), signal);
}

/** Leaves for the OpenID Connect provider, which leads back to this page. */
export async function leaveForIssuer(next: string): Promise<void> {
  const answer = await call("auth/sign-in/issuer", {
    json: { page: location.pathname.replace(/signup$/, "login"), next },
  });
  const { url }: { url: string } = await answer.json();
  location.assign(url);
}

/** Back from there: the session is known to the server only. */
export async function returnFromIssuer(): Promise<void> {
  const found: SessionAnswer = await (await call("auth/get-session")).json();
  if (found) await completeSignIn(found);
}

async function completeSignIn({ user }: Pick<Answered, "user">, hasTypedPassword = false): Promise<void> {
  await adoptAccountLanguage(user.id);
  if (hasTypedPassword) beginPasskeyOffer(user.email);
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
 * not be ended: then it is still there, and so is the email.
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
