import type { MetaDescriptor } from "react-router";
import {
  INTERFACE_LANGUAGES,
  inLanguage,
  PSEUDO_LANGUAGE,
} from "../../../contract/site/interface-languages.ts";
import { pageLanguage } from "../i18n/i18n.tsx";
import type { SiteData } from "./page-data.ts";

type Match = { id: string; loaderData?: unknown } | undefined;

export function siteDataIn(matches: readonly Match[]): SiteData | undefined {
  // The router types other routes' data as unknown; root.tsx returns this type.
  return matches.find((match) => match?.id === "root")?.loaderData as SiteData | undefined;
}

/** "Invoices · Typecase"; home is the product's name alone. */
export function pageTitle(productName: string | undefined, page?: string): string {
  return [page, productName].filter(Boolean).join(" · ");
}

type PageFacts = {
  title?: string | undefined;
  description: string;
  /** Path and query that this page is known by. */
  path: string;
  /** File id of the preview picture, and its alternative text. */
  image?: string | null;
  imageText?: string | undefined;
  about?: Record<string, unknown>;
};

const CARD = { width: 1_200, height: 630 }; // what networks show of a page

/** The picture of a page as a card: the whole sheet on white. */
function cardAddress(fileId: string): string {
  return `/assets/${fileId}?width=${CARD.width}&height=${CARD.height}&fit=contain&format=jpeg`;
}

/** Absolute addresses are included only if the operator has configured a public address. */
export function describePage(matches: readonly Match[], facts: PageFacts): MetaDescriptor[] {
  const { productName, publicUrl } = siteDataIn(matches) ?? { productName: "" };
  const title = pageTitle(productName, facts.title);
  const picture = facts.image ? cardAddress(facts.image) : "/card.png";
  const language = pageLanguage();
  const address = inLanguage(language, facts.path);
  const whole = publicUrl
    ? [
        { tagName: "link", rel: "canonical", href: `${publicUrl}${address}` },
        ...languagesOf(publicUrl, facts.path),
        { property: "og:url", content: `${publicUrl}${address}` },
        { property: "og:image", content: `${publicUrl}${picture}` },
        { property: "og:image:width", content: String(CARD.width) },
        { property: "og:image:height", content: String(CARD.height) },
        { property: "og:image:alt", content: facts.imageText ?? facts.title ?? productName },
      ]
    : [];
  return [
    { title },
    { name: "description", content: facts.description },
    { property: "og:site_name", content: productName },
    { property: "og:type", content: "website" },
    { property: "og:locale", content: language.replace("-", "_") },
    ...(language === PSEUDO_LANGUAGE ? [{ name: "robots", content: "noindex" }] : []),
    { property: "og:title", content: facts.title ?? productName },
    { property: "og:description", content: facts.description },
    ...whole,
    { name: "twitter:card", content: "summary_large_image" },
    ...(facts.about
      ? [
          {
            "script:ld+json": {
              "@context": "https://schema.org",
              ...facts.about,
              ...(publicUrl ? { url: `${publicUrl}${address}` } : {}),
              ...(publicUrl && facts.image ? { image: `${publicUrl}${picture}` } : {}),
            },
          },
        ]
      : []),
  ];
}

/** The page in every language, for search engines; English is for everyone whose language isn't there. */
function languagesOf(publicUrl: string, path: string): MetaDescriptor[] {
  const link = (hrefLang: string, href: string) => ({ tagName: "link", rel: "alternate", hrefLang, href });
  return [
    ...INTERFACE_LANGUAGES.map((each) => link(each, publicUrl + inLanguage(each, path))),
    link("x-default", publicUrl + path),
  ];
}

/** The way to a page as structured data, the page itself last. */
export function describeWay(
  matches: readonly Match[],
  steps: readonly { name: string; path: string }[],
): Record<string, unknown> {
  const { publicUrl } = siteDataIn(matches) ?? {};
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, path }, i) => ({
      "@type": "ListItem",
      position: i + 1,
      name,
      ...(publicUrl ? { item: `${publicUrl}${inLanguage(pageLanguage(), path)}` } : {}),
    })),
  };
}

/** Pages for one person: a title, and nothing for search engines. */
export function describePersonalPage(matches: readonly Match[], title: string): MetaDescriptor[] {
  return [
    { title: pageTitle(siteDataIn(matches)?.productName, title) },
    { name: "robots", content: "noindex" },
  ];
}
