import { pageTitle, productNameIn } from "../../data/page-title.ts";
import { pageServices } from "../../page-context.ts";
import { TypeList } from "../../ui/type-list.tsx";
import type { Route } from "./+types/page";

export async function loader({ context }: Route.LoaderArgs) {
  return { types: await context.get(pageServices).catalogue.listTypesWithTemplates() };
}

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: pageTitle(productNameIn(matches), "Templates") }];
}

export default function Templates({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-(length:--head-lg)">Templates</h1>
      <TypeList types={loaderData.types} />
    </>
  );
}
