export { useOpenedDraft } from "./autosave/opened-draft.ts";
export type { EditorTemplate } from "./editor-template.ts";
export { EditorScreen } from "./screen/editor-screen.tsx";
export { OpeningScreen } from "./screen/opening-screen.tsx";
export { focusForm } from "./screen/side-tabs.tsx";
