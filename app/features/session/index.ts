export { useNextQuery } from "./account-address.ts";
export { currentEmail, EMAIL_KEY, forgetEmail, rememberEmail } from "./identity.ts";
export {
  checkSession,
  currentSession,
  type SessionAnswer,
  type SessionState,
  useSession,
  watchIdentity,
} from "./session.ts";
export { SessionPrompts, signInAddress } from "./session-prompts.tsx";
export {
  forgetPathAfterLeaving,
  pathAfterLeaving,
  rememberSignIn,
  setPathAfterLeaving,
  signIn,
  signOut,
  signUp,
} from "./sign-in.ts";
