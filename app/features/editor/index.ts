export { pagesOnDevice, renderOnDevice } from "../../lib/device/device-files.ts";
export { mayUseEngine, openEngine } from "../../lib/device/engine-state.ts";
export { useOpenedDraft } from "./autosave/opened-draft.ts";
// The studio uses the same preview and form.
export { createDraftStore } from "./draft-store.ts";
export type { EditorTemplate } from "./editor-template.ts";
export { DraftForm } from "./form/draft-form.tsx";
export { RowOrder } from "./form/row-order.tsx";
export { profileName } from "./invoice/invoice-texts.ts";
export { problemText } from "./invoice/problem-text.ts";
export {
  drawPages,
  PageImages,
  type PagePicture,
  PreviewPage,
  PreviewPages,
} from "./preview/preview-page.tsx";
export { usePreviewZoom, widthAt, zoomTo } from "./preview/preview-zoom.ts";
export { describeFailure, planRetry } from "./preview/render-failure.ts";
export { createRenderLoop } from "./preview/render-loop.ts";
export { EditorScreen } from "./screen/editor-screen.tsx";
export { OpeningScreen } from "./screen/opening-screen.tsx";
export { focusForm } from "./screen/side-tabs.tsx";
