import { call, wordsOf } from "../../lib/http-client.ts";
import { tell } from "../../lib/messages.ts";
import { forgetEmail, rememberEmail } from "./identity.ts";
import { departTo } from "./session.ts";
import { forgetAsking } from "./session-asking.ts";

type Answered = { token: string | null; user: { email: string } };

/** Signs in; from then on the browser knows who is here. Throws what the server said. */
export async function signIn(given: { email: string; password: string }): Promise<void> {
  const answer = await call("auth/sign-in/email", { json: given });
  const { user } = (await answer.json()) as Answered;
  become(user.email);
}

/** Gives false when the address has to be confirmed first, with the link that was mailed. */
export async function signUp(given: { name: string; email: string; password: string }): Promise<boolean> {
  const answer = await call("auth/sign-up/email", { json: given });
  const { token, user } = (await answer.json()) as Answered;
  if (!token) return false;
  become(user.email);
  return true;
}

/** The session is checked again by whoever watches the e-mail; see session.ts. */
function become(email: string): void {
  forgetAsking();
  rememberEmail(email);
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
    tell({ kind: "failure", words: `You are still signed in. ${wordsOf(error)}` });
    return false;
  }
  departTo(to);
  forgetEmail();
  return true;
}
