import { pathOf } from "../../lib/i18n/addresses.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { notFound } from "../../shell/not-found.ts";
import type { Route } from "./+types/page";

export async function loader({ context, url }: Route.LoaderArgs) {
  throw await notFound(context.get(pageServices).catalogue, pathOf(url));
}

export default function Unknown() {
  return null;
}
