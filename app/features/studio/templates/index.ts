export { stateCounts } from "./listed-templates.ts";
export { openDraft } from "./template-actions.ts";
export { TemplateList } from "./template-list.tsx";
