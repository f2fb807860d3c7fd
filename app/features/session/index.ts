export { currentEmail, EMAIL_KEY, forgetEmail, rememberEmail } from "./identity.ts";
export { loadSignIn, loadWhichPerson } from "./late-parts.ts";
export {
  checkStanding,
  currentStanding,
  type SessionAnswer,
  type Standing,
  useStanding,
  watchIdentity,
} from "./session.ts";
export { SessionQuestions, signInAddress } from "./session-questions.tsx";
export {
  forgetPathAfterLeaving,
  pathAfterLeaving,
  setPathAfterLeaving,
  signIn,
  signOut,
  signUp,
} from "./sign-in.ts";
