export { deleteStoredSheets } from "./drawing/kept-sheets.ts";
export { drawInView } from "./drawing/page-drawing.ts";
export { sheetWidth } from "./drawing/sheet-jobs.ts";
export { widthOnPage } from "./drawing/sheets-in-view.ts";
export { PersonalGallerySwitch } from "./in-my-name.tsx";
export { PERSONAL_GALLERY_KEY } from "./own-name.ts";
