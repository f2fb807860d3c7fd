export { HandingInDialog } from "./handing-in-dialog.tsx";
export { OwnDraft, ownDrafts } from "./own-draft.tsx";
export { PublishedList } from "./published-list.tsx";
export { Queue } from "./queue.tsx";
export { Review } from "./review.tsx";
