import { notFound } from "../../data/site/not-found.ts";
import { pageServices } from "../../page-context.ts";
import type { Route } from "./+types/page";

export async function loader({ context, url }: Route.LoaderArgs) {
  throw await notFound(context.get(pageServices).catalogue, url.pathname);
}

export default function Unknown() {
  return null;
}
