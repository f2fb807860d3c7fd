import { pathOf } from "../../lib/i18n/addresses.ts";
import type { Route } from "./+types/offline-data";
import { readEditorData } from "./editor-data.ts";

/** The data of a template's editor in the page's language, as JSON: a saved template is stored for use offline without being opened. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const found = await readEditorData(context, pathOf(url).replace(/\/use\/data$/, ""));
  return found ? Response.json(found) : new Response(null, { status: 404 });
}
