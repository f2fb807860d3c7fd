export { loadFileReader } from "./bringing/file-reader.ts";
export { details, emptySet, openDetails, saveDetails } from "./keeping/details-store.ts";
export { DetailsScreen } from "./screen/details-screen.tsx";
export { chosenOf, ownerIn, useDetails, withProfile } from "./use-details.ts";
