export { type Card, type ListedTemplate, toCard } from "./card.ts";
export { CallExamples } from "./detail/call-examples.tsx";
export { SamplePages } from "./detail/sample-pages.tsx";
export { loadTemplateDetail } from "./detail/template-detail.ts";
export { TemplateFacts, UseBar } from "./detail/template-facts.tsx";
export { loadHomeContent } from "./home/home-content.ts";
export { SheetRow } from "./home/sheet-row.tsx";
export { TypeGrid } from "./home/type-grid.tsx";
export { CategoryRuns } from "./listing/category-runs.tsx";
export {
  countTypes,
  formatCategory,
  inPageLanguage,
  listAll,
  listType,
  recountType,
} from "./listing/listing.ts";
export { ListingBands } from "./listing/listing-bands.tsx";
export { ListingTools } from "./listing/listing-tools.tsx";
export { NearestTypes, toNearTile } from "./listing/nearest-types.tsx";
export { readSelection, selectionQuery } from "./listing/selection.ts";
export { shelfOf } from "./listing/shelf.ts";
export { TemplateCard } from "./template-card.tsx";
export { loadTemplateData, prefetchType, stayOnPage } from "./template-loading.ts";
export { TemplateShelf } from "./template-shelf.tsx";
export { allTemplates, reportTemplateFailure, searchTemplates } from "./templates.ts";
