export {
  answerSubmission,
  changeHandingIn,
  commentsOf,
  handedIn,
  handIn,
  handingInSetting,
  numberedComments,
  ownPublished,
  setLeaving,
  waitingCount,
  withdraw,
} from "./handing-in.ts";
export { Talk } from "./talk.tsx";
