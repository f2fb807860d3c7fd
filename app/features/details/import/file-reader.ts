/** Reads details from files of other programs. Loaded with the first file. */
export const loadFileReader = () => import("./import-file.ts");
