import { createContext, useRouteLoaderData } from "react-router";
import type { CatalogueType, PageServices } from "../../../contract/page-services.ts";
import { useBrowserValue } from "../browser/store.ts";
import { setShownCatalogue } from "../http/catalogue-version.ts";

/** The services the server passes to every loader. Marked pure, so that the browser doesn't load it. */
export const pageServices = /* @__PURE__ */ createContext<PageServices>();

/** Data that the root loads once for all pages. */
export type SiteData = {
  productName: string;
  publicUrl: string | undefined;
  /** Undefined in development, where there are no builds. */
  buildId: string | undefined;
  types: CatalogueType[];
  /** Of the catalogue: which version the types are of. */
  catalogueVersion: number;
  /** How many translations of each language operators have reviewed here. */
  reviewed: Record<string, number>;
  /** The site's own pages that the footer leads to. */
  pages: { path: string; title: string }[];
};

/** Undefined only when the root's own loader failed. */
function useSiteData(): SiteData | undefined {
  return useRouteLoaderData<() => Promise<SiteData>>("root");
}

export function useProductName(): string | undefined {
  return useSiteData()?.productName;
}

export function useBuildId(): string | undefined {
  return useSiteData()?.buildId;
}

const NO_TYPES: readonly CatalogueType[] = [];

/** All types, in their order. */
export function useSiteTypes(): readonly CatalogueType[] {
  return useSiteData()?.types ?? NO_TYPES;
}

/** Types that hold something, in their order. */
export function useTypes(): readonly CatalogueType[] {
  return useSiteTypes().filter((type) => type.count > 0);
}

export function useReviewedTranslations(): SiteData["reviewed"] {
  return useSiteData()?.reviewed ?? {};
}

export function useFooterPages(): SiteData["pages"] {
  return useSiteData()?.pages ?? [];
}

/** The site's address. The server doesn't trust a request's host, so without a configured one only the browser knows it. */
export function useSiteOrigin(site: { publicUrl: string | undefined; localUrl: string }): string {
  return useBrowserValue(() => site.publicUrl ?? location.origin, site.publicUrl ?? site.localUrl);
}

let known: SiteData | undefined;

/** In the browser loaders can't see each other's data; what the root loaded is stored here for them. */
export function rememberSite(site: SiteData): void {
  known = site;
  setShownCatalogue(site.catalogueVersion);
}

export function knownSite(): SiteData | undefined {
  return known;
}

export function knownTypes(): readonly CatalogueType[] {
  return known?.types ?? [];
}

/** Longer lists stay on the server, which is asked for each view of them. */
const MAX_IN_BROWSER = 2_000;

/** Whether a browser loads the whole list of a type, or of all templates. */
export function fitsInBrowser(type?: string): boolean {
  const counted = knownTypes().filter(({ slug }) => type === undefined || slug === type);
  return counted.reduce((sum, { count }) => sum + count, 0) <= MAX_IN_BROWSER;
}
