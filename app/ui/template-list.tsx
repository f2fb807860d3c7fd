import { Link } from "react-router";
import type { CatalogueTemplate } from "../../server/http/page-services.ts";

export function TemplateList({ templates }: { templates: readonly CatalogueTemplate[] }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
      {templates.map((template) => (
        <li key={template.id}>
          <Link to={template.url}>{template.template_name}</Link>
        </li>
      ))}
    </ul>
  );
}
