import { pageServices } from "../../lib/pages/page-data.ts";
import type { Route } from "./+types/version-fields";

/** The fields of a template's version in the page's language, as JSON. In English the content API has them. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const fields = await context.get(pageServices).catalogue.findVersionFields(params.version);
  return fields ? Response.json({ data: fields }) : new Response(null, { status: 404 });
}
