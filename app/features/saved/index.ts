export { SaveHeart, useSaving } from "./save-button.tsx";
export { useSavedTemplates } from "./saved-cards.ts";
export { useMark } from "./saved-marks.ts";
export { openSaved, savedOf } from "./saved-templates.ts";
