export { TemplateTable, templatePage } from "./template-table.tsx";
