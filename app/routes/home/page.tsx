import { pageTitle, productNameIn } from "../../data/page-title.ts";
import { pageServices } from "../../page-context.ts";
import { TypeList } from "../../ui/type-list.tsx";
import type { Route } from "./+types/page";

export async function loader({ context }: Route.LoaderArgs) {
  return { types: await context.get(pageServices).catalogue.listTypesWithTemplates() };
}

export function meta({ matches }: Route.MetaArgs) {
  return [
    { title: pageTitle(productNameIn(matches)) },
    {
      name: "description",
      content: "Document and design templates: find one, fill it in, leave with a perfect PDF.",
    },
  ];
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-(length:--head-lg)">What do you need to make?</h1>
      <TypeList types={loaderData.types} />
    </>
  );
}
