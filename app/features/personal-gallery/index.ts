export { drawInView } from "./drawing/page-drawing.ts";
export { sheetWidth } from "./drawing/sheet-jobs.ts";
export { widthOnPage } from "./drawing/sheets-in-view.ts";
export { deleteStoredSheets } from "./drawing/stored-sheets.ts";
export { PERSONAL_GALLERY_KEY } from "./gallery-setting.ts";
export { PersonalGallerySwitch } from "./gallery-switch.tsx";
export { PrivateGalleryNotice } from "./private-notice.tsx";
