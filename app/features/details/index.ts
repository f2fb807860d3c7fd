export { loadFileReader } from "./import/file-reader.ts";
export { DetailsScreen } from "./screen/details-screen.tsx";
export { details, emptySet, openDetails, saveDetails } from "./storage/details-store.ts";
export { chosenOf, ownerIn, useDetails, withProfile } from "./use-details.ts";
