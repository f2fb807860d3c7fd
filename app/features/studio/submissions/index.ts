export { OwnDraft, ownDrafts } from "./own-draft.tsx";
export { PublishedList } from "./published-list.tsx";
export { Queue } from "./queue.tsx";
export { Review } from "./review.tsx";
export { SubmissionSettingsDialog } from "./submission-settings-dialog.tsx";
