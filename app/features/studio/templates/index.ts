export { stateCounts } from "./listed-templates.ts";
export { TemplateList } from "./template-list.tsx";
