import { Link } from "react-router";
import type { CatalogueType } from "../../server/http/page-services.ts";
import { TemplateList } from "./template-list.tsx";

export function TypeList({ types }: { types: readonly CatalogueType[] }) {
  if (types.length === 0) return <p className="mt-6 text-(--key-2)">There are no templates yet.</p>;
  return types.map((type) => (
    <section key={type.slug} aria-labelledby={type.slug} className="mt-10">
      <h2 id={type.slug} className="text-(length:--head-md)">
        <Link to={`/${type.slug}`}>{type.plural}</Link>
      </h2>
      <TemplateList templates={type.categories.flatMap((category) => category.templates)} />
    </section>
  ));
}
