export { SaveHeart, useSaving } from "./save-button.tsx";
export { type SavedTemplate, useSavedTemplates } from "./saved-cards.ts";
export { useMark } from "./saved-marks.ts";
export { openSaved, savedOf } from "./saved-templates.ts";
