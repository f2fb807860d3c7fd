export { countFilled, isFilled, missingRequired } from "../../../shared/filling/filled.ts";
export { countGaps, findGaps, type Gap, isStillEmpty } from "../../../shared/filling/gaps.ts";
export { isInBin } from "./bin/binned-documents.ts";
export { forgetExported, rememberExported, wasExported } from "./check/exported-documents.ts";
export { formatUnprinted, lookForUnprinted, type Unprinted } from "./check/printed-characters.ts";
export { ContinueShelf } from "./continue-shelf.tsx";
export { DocumentSheet, documentAddress } from "./document-sheet.tsx";
export {
  changeVersion,
  copyDocument,
  createDocument,
  type DocumentContent,
  documentCountOf,
  leaveVersion,
  readDocument,
  readRecentData,
  recentDocumentsOf,
  type StoredDocument,
  saveDocument,
  takeTemplate,
} from "./documents.ts";
export { DocumentList } from "./list/document-list.tsx";
export { OnDevice } from "./on-device.tsx";
export { ShareDialog } from "./sharing/share-dialog.tsx";
