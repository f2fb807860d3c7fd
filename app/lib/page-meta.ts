import type { MetaDescriptor } from "react-router";
import type { CatalogueType } from "../../contract/page-services.ts";
import { pictureAddress } from "./asset.ts";

type RootData = { productName: string; publicUrl: string | undefined; types: CatalogueType[] };
type Match = { id: string; loaderData?: unknown } | undefined;

export function rootDataIn(matches: readonly Match[]): RootData | undefined {
  return matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
}

/** "Invoices · Typecase"; home is the product's name alone. */
export function pageTitle(productName: string | undefined, page?: string): string {
  return [page, productName].filter(Boolean).join(" · ");
}

export type PageFacts = {
  title?: string | undefined;
  description: string;
  /** Path and query that this page is known by. */
  path: string;
  /** File id of the picture that stands for it. */
  image?: string | null;
  about?: Record<string, unknown>;
};

/** What has to be a whole address is said only when the operator has said under which one the site is known. */
export function describePage(matches: readonly Match[], facts: PageFacts): MetaDescriptor[] {
  const { productName, publicUrl = "" } = rootDataIn(matches) ?? { productName: "" };
  const title = pageTitle(productName, facts.title);
  const address = `${publicUrl}${facts.path}`;
  const picture = facts.image
    ? `${publicUrl}${pictureAddress(facts.image, 960)}`
    : `${publicUrl}/icon-512.png`;
  return [
    { title },
    { name: "description", content: facts.description },
    ...(publicUrl ? [{ tagName: "link", rel: "canonical", href: address }] : []),
    { property: "og:site_name", content: productName },
    { property: "og:type", content: "website" },
    { property: "og:title", content: facts.title ?? productName },
    { property: "og:description", content: facts.description },
    { property: "og:url", content: address },
    { property: "og:image", content: picture },
    { name: "twitter:card", content: facts.image ? "summary_large_image" : "summary" },
    ...(facts.about ? [{ "script:ld+json": { "@context": "https://schema.org", ...facts.about } }] : []),
  ] as MetaDescriptor[];
}
