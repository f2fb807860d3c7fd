export { currentEmail, EMAIL_KEY, forgetEmail, rememberEmail } from "./identity.ts";
export { loadSignIn, loadWhichPerson } from "./late-parts.ts";
export {
  arrive,
  checkStanding,
  currentStanding,
  departTo,
  departure,
  type SessionAnswer,
  type Standing,
  useStanding,
  watchIdentity,
} from "./session.ts";
export { SessionQuestions, signInAddress } from "./session-questions.tsx";
export { signIn, signOut, signUp } from "./sign-in.ts";
