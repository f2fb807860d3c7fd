import { redirect } from "react-router";
import type { Route } from "./+types/moved";

/** People, messages and the log used to be under /dashboard; emails and bookmarks still link there. */
export function loader({ url }: Route.LoaderArgs) {
  const page = url.pathname
    .replace(/\.data$/, "")
    .split("/")
    .at(-1);
  return redirect(`/studio/${page}${url.search}`, 301);
}
