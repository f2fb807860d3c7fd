export { JobList } from "./job-list.tsx";
export { JobProgress } from "./job-progress.tsx";
export { JobScreen } from "./job-screen.tsx";
export { watchJobs } from "./job-watch.ts";
export {
  correctJobRow,
  isGone,
  type JobRowPlace,
  jobList,
  jobOf,
  jobRowIn,
  jobRowOf,
  readyJobs,
  startJob,
} from "./jobs.ts";
