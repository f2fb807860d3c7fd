/** GET /site/library: what of the library's folder could not be imported the last time, for operators. */
export type LibraryFaults = {
  /** Of many only the first. */
  faults: { folder: string; reason: string }[];
  total: number;
};
