export { openTranslationCount, TranslationList } from "./review-list.tsx";
export { SuggestionOverlay } from "./suggestion-overlay.tsx";
