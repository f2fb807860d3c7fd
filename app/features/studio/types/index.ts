export { allTypes, type StudioType } from "../studio-types.ts";
export { CategoryTray } from "./category-tray.tsx";
export { DropType } from "./drop-type.tsx";
export { typeCounts } from "./listed-types.ts";
export { NewType } from "./new-type.tsx";
export { dropType, makeType, orderTypes } from "./type-changes.ts";
export { TypeEditor } from "./type-editor.tsx";
export { TypeList } from "./type-list.tsx";

import "./types.module.css";
