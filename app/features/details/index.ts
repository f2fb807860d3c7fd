export {
  chooseDetails,
  details,
  emptySet,
  openDetails,
  removeDetails,
  saveDetails,
} from "./keeping/details-store.ts";

/** Reads what other programs know of a person. Loaded when somebody has chosen a file. */
export const loadFileReader = () => import("./bringing/brought-file.ts");
export { DetailsScreen } from "./screen/details-screen.tsx";
export { chosenOf, ownerIn, type ShownDetails, useDetails, withProfile } from "./use-details.ts";
