export { currentEmail, EMAIL_KEY, forgetEmail, rememberEmail } from "./identity.ts";
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
export { signIn, signOut, signUp } from "./sign-in.ts";

/** Loaded when the session has ended. */
export const loadSignIn = () => import("./sign-in.ts");
/** Loaded when browser and session disagree. */
export const loadWhichPerson = () => import("./which-person.tsx");
