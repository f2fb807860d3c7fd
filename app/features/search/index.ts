export { openPalette, usePalette, watchPaletteKeys } from "./palette-state.ts";

/** Loaded when the palette is first opened. */
export const loadPalette = () => import("./palette.tsx");
