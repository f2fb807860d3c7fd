export { createDraft } from "./drafts-client.ts";
export { DraftScreen } from "./screen/draft-screen.tsx";
export { NewTemplateDialog } from "./start/new-template-dialog.tsx";
