import { pageServices } from "../../lib/pages/page-data.ts";
import { notFound } from "../../shell/not-found.ts";
import type { Route } from "./+types/page";

export async function loader({ context, url }: Route.LoaderArgs) {
  throw await notFound(context.get(pageServices).catalogue, url.pathname);
}

export default function Unknown() {
  return null;
}
