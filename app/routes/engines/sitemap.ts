import { pageServices } from "../../lib/page-context.ts";
import type { Route } from "./+types/sitemap";
import { answerXml, listPages, PART_SIZE, writeIndex, writeUrlSet } from "./sitemap-entries.ts";

/** One file while it is small; an index of parts when the library is large. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { catalogue, publicUrl } = context.get(pageServices);
  const origin = publicUrl ?? url.origin;
  const pages = await listPages(catalogue);
  const parts = Math.ceil(pages.length / PART_SIZE);
  return answerXml(parts > 1 ? writeIndex(origin, parts) : writeUrlSet(origin, pages));
}
