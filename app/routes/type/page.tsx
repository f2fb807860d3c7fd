import { data } from "react-router";
import { pageTitle, productNameIn } from "../../data/page-title.ts";
import { pageServices } from "../../page-context.ts";
import { TemplateList } from "../../ui/template-list.tsx";
import type { Route } from "./+types/page";

export async function loader({ context, params }: Route.LoaderArgs) {
  const type = await context.get(pageServices).catalogue.findType(params.templates);
  if (!type) throw data(null, 404);
  return { type };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return [
    { title: pageTitle(productNameIn(matches), loaderData?.type.plural) },
    { name: "description", content: loaderData?.type.description },
  ];
}

export default function Type({ loaderData: { type } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-(length:--head-lg)">{type.plural}</h1>
      <p className="mt-4 max-w-prose text-(--key-2)">{type.description}</p>
      {type.categories.map((category) => (
        <section key={category.slug} aria-labelledby={category.slug} className="mt-10">
          <h2 id={category.slug} className="text-(length:--head-sm)">
            {category.label}
          </h2>
          <TemplateList templates={category.templates} />
        </section>
      ))}
    </>
  );
}
