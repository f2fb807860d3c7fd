/** GET /site/library, for operators: faults of the last import of the library's folder. */
export type LibraryFaults = {
  /** Of many only the first. */
  faults: { folder: string; reason: string }[];
  total: number;
};
