import type { MetaDescriptor } from "react-router";
import { pictureAddress } from "./asset.ts";
import type { SiteData } from "./page-data.ts";

type Match = { id: string; loaderData?: unknown } | undefined;

export function siteDataIn(matches: readonly Match[]): SiteData | undefined {
  // The router knows what other routes load only as unknown; root.tsx says it is this.
  return matches.find((match) => match?.id === "root")?.loaderData as SiteData | undefined;
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
  const { productName, publicUrl = "" } = siteDataIn(matches) ?? { productName: "" };
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
  ];
}

/** Pages for one person: a title, and nothing for search engines. */
export function describePersonalPage(matches: readonly Match[], title: string): MetaDescriptor[] {
  return [
    { title: pageTitle(siteDataIn(matches)?.productName, title) },
    { name: "robots", content: "noindex" },
  ];
}
