import { data } from "react-router";
import { pageServices } from "../../lib/page-context.ts";
import type { Route } from "./+types/sitemap-part";
import { answerXml, listPages, PART_SIZE, writeUrlSet } from "./sitemap-entries.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { catalogue, publicUrl } = context.get(pageServices);
  const part = Number(/^([1-9]\d{0,4})\.xml$/.exec(params.part)?.[1]);
  const pages = part ? (await listPages(catalogue)).slice((part - 1) * PART_SIZE, part * PART_SIZE) : [];
  if (pages.length === 0) throw data(null, 404);
  return answerXml(writeUrlSet(publicUrl ?? url.origin, pages));
}
