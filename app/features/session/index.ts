export { useNextQuery } from "./account-address.ts";
export { currentEmail, EMAIL_KEY, forgetEmail, rememberEmail } from "./identity.ts";
export { chooseLanguage, LANGUAGE_KEY, languageAfterSignIn } from "./language.ts";
export { endPasskeyOffer, isPasskeyOfferDue } from "./passkey-offer-due.ts";
export {
  checkSession,
  currentSession,
  type SessionAnswer,
  type SessionState,
  settledSession,
  useSession,
  watchIdentity,
} from "./session.ts";
export { SessionPrompts, signInAddress } from "./session-prompts.tsx";
export {
  forgetPathAfterLeaving,
  leaveForIssuer,
  offerPasskeys,
  pathAfterLeaving,
  rememberSignIn,
  returnFromIssuer,
  setPathAfterLeaving,
  signIn,
  signInWithCode,
  signOut,
  signUp,
} from "./sign-in.ts";
