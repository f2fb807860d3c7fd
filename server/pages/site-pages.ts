import { sql } from "kysely";
import type { RecordOf } from "../../contract/collections/records.ts";
import { type Block, type Inline, type PageLink, type PageText, pagePath } from "../../contract/site/site.ts";
import type { Content } from "../content/content.ts";
import { HttpError } from "../errors/errors.ts";
import { VISITOR } from "../request/viewer.ts";
import type { SiteSettings } from "../site/site-settings.ts";
import { plainText, readMarkdown } from "./markdown.ts";

/** One of the site's own pages as a visitor reads it, with the library's name and address filled in. */
export async function findSitePage(
  content: Content,
  site: Pick<SiteSettings, "name" | "contactEmail">,
  id: string,
): Promise<PageText | undefined> {
  const page = await findRow(content, id);
  if (!page || page.body === "") return undefined;
  const blocks = readPageText(page.body, site);
  const first = blocks.find((block) => block.kind === "paragraph");
  const summary = first ? plainText(first.children).replace(/\s+/g, " ") : page.title;
  return { title: page.title, summary, blocks, date_updated: page.date_updated };
}

/** The content of a page, with the library's name and address filled in. */
export function readPageText(body: string, site: Pick<SiteSettings, "name" | "contactEmail">): Block[] {
  const contactEmail = site.contactEmail();
  const contact: Inline = contactEmail
    ? { kind: "link", to: `mailto:${contactEmail}`, children: [contactEmail] }
    : { kind: "link", to: "/contact", children: ["the operators of this site"] };
  return readMarkdown(body, { library: site.name(), contact });
}

/** All pages that have text, which are public; those of the footer first, in its order. */
export async function listSitePages({ database }: Pick<Content, "database">): Promise<PageLink[]> {
  const rows = await database.db
    .selectFrom("pages")
    .select(["id", "title", "footer", "date_updated"])
    .where("body", "<>", "")
    .orderBy(sql`footer is null`)
    .orderBy("footer")
    .orderBy("id")
    .execute();
  return rows.map(({ id, footer, ...row }) => ({ ...row, path: pagePath(id), isInFooter: footer !== null }));
}

async function findRow(content: Content, id: string): Promise<RecordOf<"pages"> | undefined> {
  try {
    // The engine knows no collection by name, so its type doesn't have the fields of this one.
    return (await content.find(VISITOR, "pages", id, {})) as RecordOf<"pages">;
  } catch (error) {
    if (error instanceof HttpError && error.status === 403) return undefined;
    throw error;
  }
}
