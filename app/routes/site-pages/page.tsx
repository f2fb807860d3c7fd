import { Trans } from "@lingui/react/macro";
import { data } from "react-router";
import { pagePath } from "../../../contract/site/site.ts";
import { formatDate } from "../../lib/format/moments.ts";
import { pathOf } from "../../lib/i18n/addresses.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePage } from "../../lib/pages/page-meta.ts";
import { Blocks } from "../../ui/page-blocks.tsx";
import type { Route } from "./+types/page";
import "./site-pages.css";

/** One of the site's own texts: the last part of its path is its id. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const path = pathOf(url).replace(/\.data$/, "");
  const id = path.split("/").at(-1) ?? "";
  const page = pagePath(id) === path ? await context.get(pageServices).findPage(id) : undefined;
  if (!page) throw data(null, 404);
  return { path, page };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { path, page } = loaderData;
  return describePage(matches, { title: page.title, description: page.summary, path });
}

export default function SitePage({ loaderData: { page } }: Route.ComponentProps) {
  const date = formatDate(page.date_updated);
  return (
    <article className="wrap columns site-page">
      <header>
        <h1 dir="auto">{page.title}</h1>
        <p>
          <Trans>
            Last updated on <time dateTime={page.date_updated.slice(0, 10)}>{date}</time>
          </Trans>
        </p>
      </header>
      <div className="site-text" dir="auto">
        <Blocks blocks={page.blocks} />
      </div>
    </article>
  );
}
