import { useRouteLoaderData } from "react-router";
import type { CatalogueType } from "../../contract/page-services.ts";
import type { loader } from "../root.tsx";

let known: readonly CatalogueType[] = [];

/** In the browser loaders can't see each other's data; the types that came with the page are kept here for them. */
export function rememberTypes(types: readonly CatalogueType[]): void {
  known = types;
}

export function knownTypes(): readonly CatalogueType[] {
  return known;
}

/** Types that hold something, in their order. */
export function useTypes(): readonly CatalogueType[] {
  const types = useRouteLoaderData<typeof loader>("root")?.types ?? [];
  return types.filter((type) => type.count > 0);
}
