export { allTypes, type StudioType, useShownNames } from "../studio-types.ts";
export { CategoryGrid } from "./category-grid.tsx";
export { DeleteType } from "./delete-type.tsx";
export { typeCounts } from "./listed-types.ts";
export { NewType } from "./new-type.tsx";
export { deleteType, makeType, orderTypes } from "./type-changes.ts";
export { TypeEditor } from "./type-editor.tsx";
export { TypeList } from "./type-list.tsx";

import "./types.module.css";
