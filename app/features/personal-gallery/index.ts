export { forgetSheets } from "./drawing/kept-sheets.ts";
export { drawInView } from "./drawing/page-drawing.ts";
export { sheetWidth } from "./drawing/sheet-jobs.ts";
export { widthOnPage } from "./drawing/sheets-in-view.ts";
export { InMyName } from "./in-my-name.tsx";
export { OWN_NAME_KEY } from "./own-name.ts";
