export { Comments } from "./comments.tsx";
export {
  answerSubmission,
  changeSubmissionSettings,
  commentsOf,
  numberedComments,
  ownPublished,
  setLeaving,
  submissionList,
  submissionSettings,
  submitDraft,
  waitingSubmissionCount,
  withdrawSubmission,
} from "./submissions.ts";
