export { ContinueShelf } from "./continue-shelf.tsx";
export { DocumentCard } from "./document-card.tsx";
export { DocumentSheet, documentAddress } from "./document-sheet.tsx";
export {
  copyDocument,
  createDocument,
  type DocumentContent,
  type DocumentRow,
  documentCountOf,
  documentsOf,
  readDocument,
  readRecentData,
  recentDocumentsOf,
  type StoredDocument,
  saveDocument,
} from "./documents.ts";
export { countFilled, isFilled, missingRequired } from "./filled.ts";
export { ShareDialog } from "./share-dialog.tsx";
export { sharesOf } from "./shares.ts";
