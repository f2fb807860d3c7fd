/** Reads what other programs know of a person. Loaded when somebody has chosen a file. */
export const loadFileReader = () => import("./brought-file.ts");
