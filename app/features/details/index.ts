export { loadFileReader } from "./bringing/file-reader.ts";
export {
  chooseDetails,
  details,
  emptySet,
  openDetails,
  removeDetails,
  saveDetails,
} from "./keeping/details-store.ts";
export { DetailsScreen } from "./screen/details-screen.tsx";
export { chosenOf, ownerIn, type ShownDetails, useDetails, withProfile } from "./use-details.ts";
