import type { RecordOf } from "../../contract/records.ts";
import type { Inline, PageText } from "../../contract/site.ts";
import type { Content } from "../content/content.ts";
import { HttpError } from "../kernel/errors.ts";
import { VISITOR } from "../kernel/viewer.ts";
import type { SiteSettings } from "../site/site-settings.ts";
import { plainText, readMarkdown } from "./markdown.ts";

/** One of the site's own pages as a visitor reads it, with the library's name and address filled in. */
export async function findSitePage(
  content: Content,
  site: Pick<SiteSettings, "name" | "contactEmail">,
  id: string,
): Promise<PageText | undefined> {
  const page = await findRow(content, id);
  if (!page) return undefined;
  const contactEmail = site.contactEmail();
  const contact: Inline = contactEmail
    ? { kind: "link", to: `mailto:${contactEmail}`, children: [contactEmail] }
    : { kind: "link", to: "/contact", children: ["the people who run it"] };
  const blocks = readMarkdown(page.body, { library: site.name(), contact });
  const first = blocks.find((block) => block.kind === "paragraph");
  const summary = first ? plainText(first.children).replace(/\s+/g, " ") : page.title;
  return { title: page.title, summary, blocks, date_updated: page.date_updated };
}

async function findRow(content: Content, id: string): Promise<RecordOf<"pages"> | undefined> {
  try {
    // The engine knows no collection by name, so it can't say which fields its answer has.
    return (await content.find(VISITOR, "pages", id, {})) as RecordOf<"pages">;
  } catch (error) {
    if (error instanceof HttpError && error.status === 403) return undefined;
    throw error;
  }
}
