import type { MetaDescriptor } from "react-router";
import { pageTitle, rootDataIn } from "./page-meta.ts";

/** Pages for one person: a title, and nothing for search engines. */
export function titled(matches: Parameters<typeof rootDataIn>[0], title: string): MetaDescriptor[] {
  return [
    { title: pageTitle(rootDataIn(matches)?.productName, title) },
    { name: "robots", content: "noindex" },
  ];
}
