import { data } from "react-router";
import { sayDate } from "../../lib/moments.ts";
import { pageServices } from "../../lib/page-data.ts";
import { describePage } from "../../lib/page-meta.ts";
import type { Route } from "./+types/page";
import { Blocks } from "./page-blocks.tsx";
import "./site-pages.css";

/** One of the site's own texts, such as /privacy: its path is its id. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const id = (url.pathname.split("/")[1] ?? "").replace(/\.data$/, "");
  const page = await context.get(pageServices).findPage(id);
  if (!page) throw data(null, 404);
  return { id, page };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { id, page } = loaderData;
  return describePage(matches, { title: page.title, description: page.summary, path: `/${id}` });
}

export default function SitePage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <article className="wrap columns site-page">
      <header>
        <h1>{page.title}</h1>
        <p>
          Last changed on <time dateTime={page.date_updated.slice(0, 10)}>{sayDate(page.date_updated)}</time>
        </p>
      </header>
      <div className="site-text">
        <Blocks blocks={page.blocks} />
      </div>
    </article>
  );
}
